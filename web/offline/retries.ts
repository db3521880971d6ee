// Sends what waits on the device: requests for help, and their pictures.
import { useEffect } from "react";
import { CallError } from "#web/api/call.ts";
import { onReturn } from "#web/api/live.ts";

// These refusals are transient, as are server errors and a missing response.
const transient = [401, 408, 429];

/** Whether the server would refuse it again, so that a retry makes no sense. */
export const isRefusedForGood = (error: unknown): boolean =>
  error instanceof CallError && error.status < 500 && !transient.includes(error.status);

// The key prevents duplicates between tabs. The lock saves the server the extra requests.
export const oneAtATime = (name: string, work: () => Promise<boolean>): Promise<boolean> =>
  "locks" in navigator ? navigator.locks.request(name, work) : work();

/** A random UUID. crypto.randomUUID needs HTTPS, which a server at home may not have. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, "$1-$2-4$3-a$4-$5");
}

type Attempt = () => Promise<void>;

// A browser says that it is online before the network works, so the first retries come soon, and later ones less often.
const pauses = [2_000, 5_000];
const maxPauseMs = 15_000;

/** Tries at once, after an absence, and at intervals while something waits. Safari cannot send in the background. */
export function useAttempts(attempt: Attempt, hasWaiting: boolean): void {
  useEffect(() => {
    void attempt();
    return onReturn(attempt);
  }, [attempt]);
  useEffect(() => {
    if (!hasWaiting) return;
    let timer: ReturnType<typeof setTimeout>;
    const wait = (attempts: number) => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        void attempt();
        wait(attempts + 1);
      }, pauses[attempts] ?? maxPauseMs);
    };
    const startOver = () => wait(0);
    startOver();
    const stop = onReturn(startOver);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [attempt, hasWaiting]);
}
