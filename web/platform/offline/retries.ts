// Sends what waits on the device: requests for help, and their pictures.
import { useEffect } from "react";
import { CallError } from "#web/platform/api/call.ts";
import { onReturn } from "#web/platform/api/live.ts";
import { currentVisit } from "./page-visit.ts";
import { maxWaitMs } from "./time-limit.ts";

// These refusals are transient, as are server errors and a missing response.
const transient = [401, 408, 429];

/** Whether the server would refuse it again, so that a retry makes no sense. */
export const isRefusedForGood = (error: unknown): boolean =>
  error instanceof CallError && error.status < 500 && !transient.includes(error.status);

/**
 * Does the work while no other tab does the same. This only saves the server some requests, because their keys prevent
 * duplicates. So the wait for the lock has a limit, and then the work is done without it. A page that is left gives the
 * lock back at once, because it would keep it for as long as it is frozen.
 */
export async function oneAtATime<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  if (!("locks" in navigator)) return work();
  const visit = currentVisit();
  visit.throwIfAborted();
  const [waiting, done] = [new AbortController(), new AbortController()];
  const timer = setTimeout(() => waiting.abort(), maxWaitMs);
  const left = new Promise<never>((_, reject) => {
    const leave = () => {
      waiting.abort();
      reject(visit.reason);
    };
    visit.addEventListener("abort", leave, { signal: done.signal });
  });
  left.catch(() => undefined);
  let isStarted = false;
  try {
    return await navigator.locks.request(name, { signal: waiting.signal }, () => {
      isStarted = true;
      return Promise.race([work(), left]);
    });
  } catch (error) {
    if (isStarted || visit.aborted) throw error;
    return work();
  } finally {
    clearTimeout(timer);
    done.abort();
  }
}

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
