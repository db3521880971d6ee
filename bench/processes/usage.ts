// What Linux counts of a process; elsewhere all of it is 0.
import { readFileSync } from "node:fs";

const read = (path: string): string => {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
};

const kilobytes = (text: string, name: string): number =>
  Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(text)?.[1] ?? 0);

/** In kB. */
export const residentOf = (pid: number): number => kilobytes(read(`/proc/${pid}/status`), "VmRSS");

/** What it runs, with its arguments. */
export const commandOf = (pid: number): string => read(`/proc/${pid}/cmdline`).replaceAll("\0", " ");

/** Its own memory and its share of what it shares with others: shared buffers count once in the sum over all. */
export const proportionalOf = (pid: number): number => kilobytes(read(`/proc/${pid}/smaps_rollup`), "Pss");

/** Seconds on a core so far, the kernel's work for it included. */
export function cpuSecondsOf(pid: number): number {
  const fields = read(`/proc/${pid}/stat`).split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

export function withChildren(pid: number): number[] {
  const children = read(`/proc/${pid}/task/${pid}/children`).trim().split(" ").filter(Boolean).map(Number);
  return [pid, ...children.flatMap(withChildren)];
}

/** The most of something, seen 50 times a second until `stop`. */
export function watchMost(measure: () => number): { stop: () => number } {
  let most = measure();
  const look = setInterval(() => {
    most = Math.max(most, measure());
  }, 20);
  const stop = () => {
    clearInterval(look);
    return most;
  };
  return { stop };
}
