// Reads a process's resource usage from /proc. On systems other than Linux every value is 0.
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

/** The command line of a process. */
export const commandOf = (pid: number): string => read(`/proc/${pid}/cmdline`).replaceAll("\0", " ");

/**
 * Private memory plus a proportional part of shared memory, so that shared buffers count once in a sum over
 * processes.
 */
export const proportionalOf = (pid: number): number => kilobytes(read(`/proc/${pid}/smaps_rollup`), "Pss");

/** CPU seconds so far, including the kernel's work for the process. */
export function cpuSecondsOf(pid: number): number {
  const fields = read(`/proc/${pid}/stat`).split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

export function withChildren(pid: number): number[] {
  const children = read(`/proc/${pid}/task/${pid}/children`).trim().split(" ").filter(Boolean).map(Number);
  return [pid, ...children.flatMap(withChildren)];
}

/** Samples a value 50 times a second until `stop`, which returns the peak. */
export function watchPeak(measure: () => number): { stop: () => number } {
  let peak = measure();
  const sampler = setInterval(() => {
    peak = Math.max(peak, measure());
  }, 20);
  const stop = () => {
    clearInterval(sampler);
    return peak;
  };
  return { stop };
}
