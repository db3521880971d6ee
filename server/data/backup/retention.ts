// Which of the daily backups stay: the newest of each of the last 7 days, 4 weeks and 6 months that have one.
import { timeInName } from "./file-names.ts";

const dayMs = 86_400_000;

const periods: readonly { readonly count: number; readonly of: (time: Date) => string | number }[] = [
  { count: 7, of: (time) => time.toISOString().slice(0, "YYYY-MM-DD".length) },
  // The first of January 1970 was a Thursday; weeks begin on Monday.
  { count: 4, of: (time) => Math.floor((time.getTime() / dayMs + 3) / 7) },
  { count: 6, of: (time) => time.toISOString().slice(0, "YYYY-MM".length) },
];

/** The names of those that nothing asks to keep. A file with any other name is not ours, and stays. */
export function expiredBackups(names: readonly string[]): string[] {
  const backups = names.flatMap((name) => {
    const time = timeInName(name);
    return time ? [{ name, time }] : [];
  });
  const newestFirst = backups.toSorted((one, other) => other.time.getTime() - one.time.getTime());
  const kept = new Set<string>();
  for (const { count, of } of periods) {
    const newestOf = new Map<string | number, string>();
    for (const { name, time } of newestFirst) if (!newestOf.has(of(time))) newestOf.set(of(time), name);
    for (const name of [...newestOf.values()].slice(0, count)) kept.add(name);
  }
  return newestFirst.map(({ name }) => name).filter((name) => !kept.has(name));
}
