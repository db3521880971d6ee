const seconds = [5, 15, 45, 2 * 60, 5 * 60, 15 * 60];
const maxAgeMs = 24 * 60 * 60 * 1000;
const jitter = 0.2;

/** The pause after a failed attempt, or undefined when a day has passed and there is no further attempt. */
export function pauseAfter(attempts: number, age: number, random = Math.random): number | undefined {
  const base = (seconds[attempts - 1] ?? 15 * 60) * 1000;
  const wait = Math.round(base * (1 + jitter * (2 * random() - 1)));
  return age + wait > maxAgeMs ? undefined : wait;
}
