// The rest of a family's day in plain sentences, with the same events as on home.
import type { CalendarEvent } from "#contract/calendar/calendar.ts";
import { isOver, peopleIn, titleOn, untilWhen } from "#contract/calendar/day-words.ts";
import { clockTime } from "#contract/time-words.ts";
import { openDays } from "#server/features/calendar/calendar.ts";
import { spokenSentence } from "#server/platform/messages/conversation.ts";
import type { World } from "#server/platform/world.ts";
import { clockAt } from "#server/platform/zoned-time.ts";
import type { Caller } from "./callers.ts";

/** Nobody remembers more. */
const maxSpoken = 10;

/** "At 10:00 AM: Dentist, in Mill Street. Ben is driving." */
function eventWords(event: CalendarEvent, familyName: string): string {
  const { allDay, startTime, location, people } = event;
  const when = allDay ? `All day${untilWhen(event)}` : `At ${clockTime(startTime)}`;
  const where = location ? `. The place: ${location}` : "";
  const who = peopleIn(people, familyName).replaceAll(";", " and");
  return [spokenSentence(`${when}: ${titleOn(event)}${where}`), ...(who ? [`${who}.`] : [])].join(" ");
}

export async function spokenDay(world: World, caller: Caller): Promise<string> {
  const { familyName, timeZone } = caller;
  const events = await openDays(world, caller, "today");
  const time = clockAt(world.clock.now(), timeZone).toPlainTime().toString().slice(0, "HH:MM".length);
  const left = events.filter((event) => !isOver(event, time));
  if (events.length === 0) return "Nothing is planned today.";
  if (left.length === 0) return "Nothing more is planned today.";
  const more = left.length - maxSpoken + (left.at(-1)?.more ?? 0);
  const spoken = left.slice(0, maxSpoken).map((event) => eventWords(event, familyName));
  return ["Today.", ...spoken, ...(more > 0 ? [`And ${more} more.`] : [])].join(" ");
}
