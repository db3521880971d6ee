// Plays another organization's calendar server. One response in ten has new content.
import { createServer } from "node:http";
import { dayMs, minuteMs } from "#contract/durations.ts";
import { answer, taskOptions } from "./task.ts";

export interface Feeds {
  /** Events in each calendar. */
  readonly events: number;
}

const { events } = taskOptions<Feeds>();
const tomorrow = new Date(Date.now() + dayMs);
let asked = 0;

function eventOf(at: number, news: string): string {
  const start = new Date(tomorrow.getTime() + at * 20 * minuteMs)
    .toISOString()
    .slice(0, 16)
    .replace(/[-:]/g, "");
  return [
    ...["BEGIN:VEVENT", `UID:${at}@bench`, `DTSTART:${start}00Z`, "DURATION:PT1H"],
    `SUMMARY:Practice ${at}${news}`,
    "LOCATION:Sports hall",
    "DESCRIPTION:Please bring water.",
    "END:VEVENT",
  ].join("\r\n");
}

function calendarOf(news: string): string {
  const all = Array.from({ length: events }, (_, at) => eventOf(at, news));
  return ["BEGIN:VCALENDAR", "VERSION:2.0", "X-WR-CALNAME:Team", ...all, "END:VCALENDAR", ""].join("\r\n");
}

const same = calendarOf("");
const server = createServer((_, response) => {
  asked += 1;
  response.writeHead(200, { "content-type": "text/calendar" });
  response.end(asked % 10 === 0 ? calendarOf(`, ${asked}`) : same);
}).listen(0, "127.0.0.1", () => {
  const address = server.address();
  answer({ port: typeof address === "object" ? address?.port : 0 });
});
