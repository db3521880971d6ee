// Preloaded into a process whose memory a test measures (`node --import`). Its last line is its peak in MB.
import { readFileSync } from "node:fs";

/** Linux counts the memory of the parent process in `maxRSS`, because a child starts as its copy. */
function peakKilobytes(): number {
  try {
    return Number(/VmHWM:\s*(\d+)/.exec(readFileSync("/proc/self/status", "utf8"))?.[1]);
  } catch {
    return process.resourceUsage().maxRSS;
  }
}

process.on("exit", () => {
  process.stderr.write(`peak memory: ${Math.round(peakKilobytes() / 1024)}\n`);
});
