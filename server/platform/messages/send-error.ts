import type { Refusal } from "#contract/reachability.ts";

/** permanent: this address will never accept it. transient: worth another attempt. unknown: it may have arrived. */
type Kind = "permanent" | "transient" | "unknown";

/** Says why a message was not accepted. The text repeats neither the address nor the provider's own words. */
export class SendError extends Error {
  readonly kind: Kind;
  /** Says why it is permanent, if the provider gives a reason. */
  readonly refusal: Refusal | undefined;

  constructor(kind: Kind, message: string, refusal?: Refusal) {
    super(message);
    this.kind = kind;
    this.refusal = refusal;
  }
}

// Errors of calls that fail before anything was sent.
const beforeSending = ["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH", "ENETDOWN"];

/** Classifies a call without an answer by its error code. A call that was cut off may have arrived. */
const kindWithoutAnswer = (code: string): Kind => (beforeSending.includes(code) ? "transient" : "unknown");

/** The code that the system or a library gives to an error, or "". */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return "";
  if ("code" in error && error.code !== undefined) return String(error.code);
  return codeOf(error.cause);
}

/** The error for a call to which a provider has not answered. */
export function noAnswerFrom(provider: string, error: unknown): SendError {
  const isLate = error instanceof Error && error.name === "TimeoutError";
  const code = isLate ? "ETIMEDOUT" : codeOf(error);
  return new SendError(kindWithoutAnswer(code), `${provider} did not answer (${code || "unknown"})`);
}
