// An event with all its occurrences and the later changes to some of them.
import type ICAL from "ical.js";
import { daySeconds } from "#contract/durations.ts";
import { type Days, startsOf } from "./occurrences.ts";
import { isCancelled, timeIn } from "./properties.ts";
import { type Length, lengthOf, secondsIn } from "./spans.ts";

export interface Occurrence {
  /** The component that describes this occurrence. */
  readonly event: ICAL.Component;
  readonly start: ICAL.Time;
  readonly length: Length;
  /** The original start, which identifies the occurrence. */
  readonly original: ICAL.Time;
}

/** All occurrences from this one on are shifted by the same time and described by this component. */
interface Turn {
  readonly after: number;
  readonly shift: number;
  readonly event: ICAL.Component;
  readonly isAllDay: boolean;
}

const isForFuture = (event: ICAL.Component): boolean =>
  /^THISANDFUTURE$/i.test(String(event.getFirstProperty("recurrence-id")?.getFirstParameter("range")));

function turnOf(event: ICAL.Component): Turn | undefined {
  const original = timeIn(event, "recurrence-id");
  const start = timeIn(event, "dtstart") ?? original;
  if (!original || !start || !isForFuture(event)) return undefined;
  const after = original.toUnixTime();
  return { after, shift: start.toUnixTime() - after, event, isAllDay: start.isDate };
}

const turnsOf = (exceptions: readonly ICAL.Component[]): Turn[] =>
  exceptions
    .map(turnOf)
    .filter((turn) => turn !== undefined)
    .toSorted((one, other) => one.after - other.after);

function moved(original: ICAL.Time, { shift, isAllDay }: Turn): ICAL.Time {
  const start = original.clone();
  start.adjust(0, 0, 0, shift);
  start.isDate = isAllDay;
  return start;
}

/** The occurrences of a repeating event that were not changed on their own. */
export function* occurrencesOf(
  event: ICAL.Component,
  exceptions: readonly ICAL.Component[],
  days: Days,
): Generator<Occurrence> {
  const turns = turnsOf(exceptions);
  for (const { time, length } of startsOf(event, exceptions, days)) {
    const turn = turns.findLast(({ after }) => after < time.toUnixTime());
    if (!turn) yield { event, start: time, length: length ?? lengthOf(event), original: time };
    else if (!isCancelled(turn.event))
      yield {
        event: turn.event,
        start: moved(time, turn),
        original: time,
        length: lengthOf(turn.event),
      };
  }
}

/** An occurrence that was changed on its own. */
export function changedOccurrence(event: ICAL.Component): Occurrence[] {
  const start = timeIn(event, "dtstart");
  const original = timeIn(event, "recurrence-id");
  return start && original ? [{ event, start, original, length: lengthOf(event) }] : [];
}

/** The number of days from its original start within which an occurrence can still take place. */
export function reachOf(event: ICAL.Component, exceptions: readonly ICAL.Component[]): number {
  const turns = turnsOf(exceptions);
  const lengths = [event, ...turns.map((turn) => turn.event)].map((each) => secondsIn(lengthOf(each)));
  const longest = Math.max(...lengths);
  const farthest = Math.max(0, ...turns.map(({ shift }) => Math.abs(shift)));
  return Math.min(1000, Math.ceil((longest + farthest) / daySeconds));
}
