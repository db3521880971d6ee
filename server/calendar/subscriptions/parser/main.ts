// A process of its own for calendars: of each it is told the task and answers what it found. It ends itself at its limits.
import { runInNewContext } from "node:vm";
import type { ParsingTask } from "../feed-event.ts";
import { parseCalendar } from "./calendar.ts";

const timeout = Number(process.argv[2]);
// What one calendar does to these, the next one would find.
for (const shared of [Object, Array, Map, Set]) Object.freeze(shared.prototype);

process.on("message", (task: ParsingTask) => {
  // The only way to stop a loop from within: should the server be gone, nobody else would.
  process.send?.(runInNewContext("parse()", { parse: () => parseCalendar(task) }, { timeout }));
});
