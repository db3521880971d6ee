// A process of its own for one calendar: it reads a task, writes what it found, and ends itself at its limits.
import { text } from "node:stream/consumers";
import { runInNewContext } from "node:vm";
import { parseCalendar } from "./calendar.ts";

const timeout = Number(process.argv[2]);
const task = JSON.parse(await text(process.stdin));
// The only way to stop a loop from within: should the server be gone, nobody else would.
const parsed = runInNewContext("parse()", { parse: () => parseCalendar(task) }, { timeout });
process.stdout.write(JSON.stringify(parsed));
