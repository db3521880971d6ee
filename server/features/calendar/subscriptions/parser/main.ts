// The program of a parser process. It gets one task after the other, answers each, and exits at its limits.
import { runInNewContext } from "node:vm";
import type { ParsingTask } from "../parsed-calendar.ts";
import { parseCalendar } from "./contents.ts";

/** The CPU time that a calendar may take. */
const limitMs = Number(process.argv[2]);
/** On a busy machine, a calendar that got hardly any CPU time is parsed again, with this many times the limit. */
const busyFactor = 4;
// Frozen, because a change that one calendar makes to them would affect the next one.
for (const shared of [Object, Array, Map, Set]) Object.freeze(shared.prototype);

function parseWithin(task: ParsingTask, timeout: number): unknown {
  const before = process.cpuUsage();
  try {
    // This timeout is the only way to stop a loop from within. It also works when the server is gone.
    return runInNewContext("parse()", { parse: () => parseCalendar(task) }, { timeout });
  } catch (error) {
    const { user, system } = process.cpuUsage(before);
    if (timeout > limitMs || (user + system) / 1_000 > limitMs / 2) throw error;
    return parseWithin(task, limitMs * busyFactor);
  }
}

process.on("message", (task: ParsingTask) => {
  process.send?.(parseWithin(task, limitMs));
});
