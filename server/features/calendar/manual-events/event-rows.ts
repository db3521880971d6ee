// A manual event is stored as a row, its people and its occurrences.
import type * as z from "zod/mini";
import type { ManualEvent, NewManualEvent } from "#contract/calendar/manual-events.ts";
import { dayMs } from "#contract/durations.ts";
import { findTimeZone } from "#server/features/families/queries.ts";
import { refuseBeyondLimit } from "#server/features/families/stored-limits.ts";
import type { Limits } from "#server/platform/config/limits.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { Invalid, NotFound } from "#server/platform/errors.ts";
import type { Member } from "#server/platform/http/session.ts";
import { publish } from "#server/platform/live/publish.ts";
import { expand, horizonFor } from "./occurrences.ts";
import {
  type EnteredColumns,
  type EventKey,
  type EventPeople,
  type EventRow,
  findEvents,
  holdMembers,
  insertEvent,
  type NewEventRow,
  replacePeople,
  storedEvents,
} from "./queries.ts";
import { refuseNeverHeld } from "./recurrence.ts";
import { storedRule } from "./rule-text.ts";
import { refuseTooLong, spanOnClock, toContractTime } from "./wall-clock.ts";

export type TypedEvent = z.output<typeof NewManualEvent>;

/** The row for a described event. Fields that were left out stay as they were. */
export async function rowFor(
  db: Db,
  member: Member,
  typed: TypedEvent,
  before?: EventRow,
): Promise<EnteredColumns> {
  const allDay = typed.allDay ?? before?.is_all_day ?? false;
  const timeZone = await findTimeZone(db, member.familyId);
  const span = spanOnClock({ ...typed, allDay }, timeZone);
  const rule = typed.recurrence === undefined ? before?.recurrence : typed.recurrence;
  const start = span.starts_on_clock;
  const recurrence = rule ? storedRule(rule, { start, isAllDay: allDay, timeZone }) : null;
  refuseTooLong(span, recurrence !== null);
  if (recurrence) refuseNeverHeld(recurrence, start);
  return {
    title: typed.title,
    location: typed.location,
    is_all_day: allDay,
    recurrence,
    is_active: typed.isActive ?? before?.is_active ?? true,
    category: typed.category ?? before?.category ?? "family",
    ...span,
  };
}

async function refuseStrangers(trx: Db, familyId: number, people: EventPeople): Promise<void> {
  const ids = people.map(({ personId }) => personId);
  const members = await holdMembers(trx, familyId, ids);
  const message = "Please choose people in your family, each only once.";
  if (members.length < people.length) throw new Invalid(message, { people: message });
}

export async function setPeople(trx: Db, event: EventKey, people: EventPeople): Promise<void> {
  if (people.length > 0) await refuseStrangers(trx, event.family_id, people);
  await replacePeople(trx, event, people);
}

/** Adds the occurrences of an event that has none in the table yet. */
export async function addOccurrences(trx: Db, event: EventRow, now: Date): Promise<void> {
  const expandedUntil = await expand(trx, { ...event, expanded_until: "-infinity" }, horizonFor(now));
  const message = "It would already have happened over 500 times. Please choose a later start.";
  if (expandedUntil < now.toISOString()) throw new Invalid(message, { startDate: message });
}

/** Returns the id of the new event. */
export async function storeEvent(trx: Db, row: NewEventRow, people: EventPeople, now: Date): Promise<number> {
  const event = await insertEvent(trx, { ...row, revised_at: now });
  await setPeople(trx, event, people);
  await addOccurrences(trx, event, now);
  return event.id;
}

export const publishEvents = (trx: Db, { familyId }: Member): Promise<void> =>
  publish(trx, familyId, "calendar-events", "manual-events");

/** Repeating events are counted separately, because each of them has hundreds of occurrences. */
export const refuseTooManyEvents = (
  trx: Db,
  { seriesPerFamily, eventsPerFamily }: Limits,
  { family_id, recurrence }: { family_id: number; recurrence: string | null },
): Promise<void> =>
  refuseBeyondLimit(trx, family_id, {
    max: recurrence === null ? eventsPerFamily : seriesPerFamily,
    stored: storedEvents(family_id, recurrence !== null),
    rowsName: `${recurrence === null ? "events" : "repeating events"} in the family's calendar`,
  });

type FoundEvent = Awaited<ReturnType<typeof findEvents>>[number];

const dayBefore = (time: string): string =>
  new Date(Date.parse(`${time.replace(" ", "T")}Z`) - dayMs).toISOString().slice(0, 16);

const toManualEvent = (event: FoundEvent): ManualEvent => ({
  id: event.id,
  title: event.title,
  location: event.location,
  category: event.category,
  recurrence: event.recurrence,
  isActive: event.is_active,
  allDay: event.is_all_day,
  seriesId: event.series_id,
  startDate: toContractTime(event.starts_on_clock),
  endDate: event.is_all_day ? dayBefore(event.ends_on_clock) : toContractTime(event.ends_on_clock),
  people: event.people,
  nextDates: event.next_starts.map(toContractTime),
});

const past = "~";

function inOrder(one: ManualEvent, other: ManualEvent): number {
  const [next = past, otherNext = past] = [one.nextDates[0], other.nextDates[0]];
  if (next !== otherNext) return next < otherNext ? -1 : 1;
  if (one.startDate !== other.startDate) return one.startDate > other.startDate ? -1 : 1;
  return one.id - other.id;
}

/** Lists a family's events by their next date. Past events come last. */
export async function readEvents(db: Db, { familyId }: Member, now: Date): Promise<ManualEvent[]> {
  return (await findEvents(db, familyId, now)).map(toManualEvent).sort(inOrder);
}

export async function readEvent(db: Db, { familyId }: Member, now: Date, id: number): Promise<ManualEvent> {
  const [event] = await findEvents(db, familyId, now, id);
  if (!event) throw new NotFound();
  return toManualEvent(event);
}
