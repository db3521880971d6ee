// The program of a parser process. It gets one task after the other, answers each, and exits at its limits.
import { runInNewContext } from "node:vm";
import type { ParsingTask } from "../feed-event.ts";
import { parseCalendar } from "./calendar.ts";

const timeout = Number(process.argv[2]);
// Frozen, because a change that one calendar makes to them would affect the next one.
for (const shared of [Object, Array, Map, Set]) Object.freeze(shared.prototype);

process.on("message", (task: ParsingTask) => {
  // The timeout of `runInNewContext` is the only way to stop a loop from within. It also works when the server is gone.
  process.send?.(runInNewContext("parse()", { parse: () => parseCalendar(task) }, { timeout }));
});
