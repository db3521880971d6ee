import type { Refusal } from "#contract/reachability.ts";

/** permanent: this address will never accept it. transient: worth another attempt. unknown: it may have arrived. */
type Kind = "permanent" | "transient" | "unknown";

/** Why a message was not accepted. Its words repeat neither the address nor what the provider said. */
export class SendError extends Error {
  readonly kind: Kind;
  /** Why it is permanent, where the provider says so. */
  readonly refusal: Refusal | undefined;

  constructor(kind: Kind, message: string, refusal?: Refusal) {
    super(message);
    this.kind = kind;
    this.refusal = refusal;
  }
}

// Errors of calls that fail before anything was sent.
const beforeSending = ["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH", "ENETDOWN"];

/** Interprets a call without an answer by the code of its error. A call that was cut off may have arrived. */
export const kindOfSilence = (code: string): Kind => (beforeSending.includes(code) ? "transient" : "unknown");

/** The name that the system, or a library, gives to an error; "" where it gives none. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return "";
  if ("code" in error && error.code !== undefined) return String(error.code);
  return codeOf(error.cause);
}
