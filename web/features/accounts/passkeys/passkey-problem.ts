// Explains why a passkey could not be created or used, based on the name of the browser's error.

/** Browsers give the same error for a refusal and for a timeout, so the caller measures the time. */
const nothingHappened = new Set(["NotAllowedError", "AbortError"]);

const tookTooLong = "That took too long. Please try again.";
const didNotWork = "That did not work. Please try again.";

export function makingProblem(name: string, isLate: boolean): string {
  if (name === "InvalidStateError") return "This device already has your passkey.";
  if (name === "ConstraintError" || name === "NotSupportedError")
    return "This device can't keep a passkey. You can sign in without one.";
  if (!nothingHappened.has(name)) return didNotWork;
  return isLate ? tookTooLong : "No passkey was created. You can try again, or go on without one.";
}

export function usingProblem(name: string, isLate: boolean): string {
  if (!nothingHappened.has(name)) return didNotWork;
  return isLate ? tookTooLong : "No passkey was used. If this device has none, please sign in another way.";
}

/** The reason why the browser provided no passkey, in words for people. */
class NoPasskey extends Error {}

/** Runs a passkey request of the browser, and explains a failure in words. `timeout` is how long the browser waits. */
export async function runCeremony<T>(
  ask: () => Promise<T>,
  timeout: number,
  wordsFor: typeof makingProblem,
): Promise<T> {
  const since = Date.now();
  try {
    return await ask();
  } catch (error) {
    const name = error instanceof Error ? error.name : "";
    throw new NoPasskey(wordsFor(name, Date.now() - since >= timeout));
  }
}

export const passkeyProblemOf = (error: unknown): string =>
  error instanceof NoPasskey ? error.message : "Please try again.";
