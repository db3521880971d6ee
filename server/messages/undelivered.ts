import type { Refusal } from "#contract/reachability.ts";

/** permanent: this address will never take it. passing: worth another try. unknown: it may have arrived. */
type Kind = "permanent" | "passing" | "unknown";

/** Why a message did not leave. Its words repeat neither the address nor what the provider said. */
export class Undelivered extends Error {
  readonly kind: Kind;
  /** Of a permanent one: why, where the provider says so. */
  readonly refusal: Refusal | undefined;

  constructor(kind: Kind, message: string, refusal?: Refusal) {
    super(message);
    this.kind = kind;
    this.refusal = refusal;
  }
}

// Where nothing was sent yet when it failed.
const beforeSending = ["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH", "ENETDOWN"];

/** Of a call that got no answer, by the code of its error: what was cut off in the middle may have arrived. */
export const kindOfSilence = (code: string): Kind => (beforeSending.includes(code) ? "passing" : "unknown");

/** The name by which the system, or a library, calls what went wrong; "" where it has none. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return "";
  if ("code" in error && error.code !== undefined) return String(error.code);
  return codeOf(error.cause);
}
