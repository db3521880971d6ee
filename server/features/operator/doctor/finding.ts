// What a check of the doctor has found.

export type State = "fine" | "look at this" | "broken";

export interface Finding {
  readonly what: string;
  readonly state: State;
  /** What was done and seen, and what mends it. Secrets, numbers and addresses of people never stand here. */
  readonly words: string;
}

export const fine = (what: string, words: string): Finding => ({ what, state: "fine", words });
export const doubtful = (what: string, words: string): Finding => ({ what, state: "look at this", words });
export const broken = (what: string, words: string): Finding => ({ what, state: "broken", words });

/** The code that the system or a library gives to an error, such as ECONNREFUSED, in place of words that may hold a secret. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return "for no reason";
  if (error.name === "TimeoutError" || error.name === "AbortError") return "it did not answer in time";
  const code = "code" in error && typeof error.code === "string" ? error.code : undefined;
  if (code) return code;
  return error.cause ? reasonOf(error.cause) : error.name;
}
