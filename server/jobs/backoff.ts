/** How long to wait after each failed attempt. The last pause repeats. */
export interface Backoff {
  readonly seconds: readonly number[];
  /** The part of a pause by which it may be shorter or longer, so that what failed together is not retried together. */
  readonly jitter: number;
}

/** For everything that is retried because somebody waits for it. */
export const retries: Backoff = { seconds: [5, 15, 45, 2 * 60, 5 * 60, 15 * 60], jitter: 0.2 };

/** The milliseconds until the next attempt. */
export function pauseAfter(
  attempts: number,
  { seconds, jitter }: Backoff = retries,
  random = Math.random,
): number {
  const base = seconds[Math.min(attempts, seconds.length) - 1] ?? 0;
  return Math.round(base * 1000 * (1 + jitter * (2 * random() - 1)));
}
