// A family's calendar in exports and imports. Exports leave out the addresses of calendars, which open them to anyone. There
// is nothing to erase: what belongs to a person is deleted with their membership.
import { jsonArrayFrom } from "kysely/helpers/postgres";
import * as z from "zod/mini";
import { EventCategory } from "#contract/calendar/calendar.ts";
import { NewManualEvent } from "#contract/calendar/manual-events.ts";
import { dayMs } from "#contract/durations.ts";
import type { FamilyExport } from "#contract/personal-data/family-export.ts";
import { Id } from "#contract/values.ts";
import type { Limits } from "#server/platform/config/limits.ts";
import { inOnePage, inPagesById, type Pages, pageSize } from "#server/platform/db/pages.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { Invalid } from "#server/platform/errors.ts";
import { datesAhead, expand, horizonFor } from "./manual-events/occurrences.ts";
import {
  exceptionsOf,
  insertImportedEvents,
  insertImportedExceptions,
  insertSingleOccurrences,
  leaveOutExceptions,
  type NewEventRow,
  replacedDate,
  takeEventIds,
} from "./manual-events/queries.ts";
import { canRunOut, refuseNeverHeld } from "./manual-events/recurrence.ts";
import { storedRule } from "./manual-events/rule-text.ts";
import { exists, reasonIfTooLong, StoredTime } from "./manual-events/wall-clock.ts";

type ExportedEvent = FamilyExport["events"][number];

export const exportedEvents = (db: Db, familyId: number): Pages =>
  inPagesById<Required<ExportedEvent>>((after) =>
    db
      .selectFrom("manual_events as e")
      .select(["e.id", "e.title", "e.starts_on_clock as startsOnClock", "e.ends_on_clock as endsOnClock"])
      .select(["e.location", "e.category", "e.is_all_day as isAllDay", "e.is_active as isActive"])
      .select(["e.recurrence", "e.series_id as seriesId"])
      .select((eb) => [
        jsonArrayFrom(
          eb
            .selectFrom("manual_event_people as t")
            .innerJoin("people as p", "p.id", "t.person_id")
            .select(["p.id", "p.username as name", "t.part"])
            .whereRef("t.family_id", "=", "e.family_id")
            .whereRef("t.manual_event_id", "=", "e.id")
            .orderBy("p.id"),
        ).as("people"),
        replacedDate("e").as("replaces"),
        exceptionsOf("e").as("exceptions"),
      ])
      .where("e.family_id", "=", familyId)
      .where("e.id", ">", after)
      .orderBy("e.id")
      .limit(pageSize)
      .execute(),
  );

export const exportedOwnEvents = (db: Db, familyId: number, personId: number): Pages =>
  inPagesById((after) =>
    db
      .selectFrom("manual_event_people as t")
      .innerJoin("manual_events as e", (on) =>
        on.onRef("e.family_id", "=", "t.family_id").onRef("e.id", "=", "t.manual_event_id"),
      )
      .select(["t.family_id as familyId", "e.id", "e.title", "e.starts_on_clock as startsOnClock", "t.part"])
      .where("t.family_id", "=", familyId)
      .where("t.person_id", "=", personId)
      .where("e.id", ">", after)
      .orderBy("e.id")
      .limit(pageSize)
      .execute(),
  );

export const exportedSubscriptions = (db: Db, familyId: number): Pages =>
  inPagesById((after) =>
    db
      .selectFrom("subscribed_calendars")
      .select(["id", "name", "purpose", "category"])
      .where("family_id", "=", familyId)
      .where("id", ">", after)
      .orderBy("id")
      .limit(pageSize)
      .execute(),
  );

export const exportedConnections = (db: Db, familyId: number): Pages =>
  inOnePage(() =>
    db
      .selectFrom("calendar_connections")
      .select(["connected_by as connectedById", "connected_at as connectedAt"])
      .where("family_id", "=", familyId)
      .execute(),
  );

export const exportedOwnConnections = (db: Db, familyId: number, personId: number): Pages =>
  inOnePage(() =>
    db
      .selectFrom("calendar_connections")
      .select(["family_id as familyId", "connected_at as connectedAt"])
      .where("family_id", "=", familyId)
      .where("connected_by", "=", personId)
      .execute(),
  );

export const exportedPublishedCalendars = (db: Db, familyId: number, personId: number): Pages =>
  inOnePage(() =>
    db
      .selectFrom("published_calendars")
      .select(["family_id as familyId", "categories", "has_own_events as hasOwnEvents"])
      .select("changed_at as changedAt")
      .where("family_id", "=", familyId)
      .where("person_id", "=", personId)
      .execute(),
  );

export const exportedReminderChoices = (db: Db, familyId: number, personId: number): Pages =>
  inOnePage(() =>
    db
      .selectFrom("reminder_choices")
      .select(["family_id as familyId", "is_on as isOn", "lead_time as leadTime", "channel", "categories"])
      .where("family_id", "=", familyId)
      .where("person_id", "=", personId)
      .execute(),
  );

export const exportedReminders = (db: Db, familyId: number, personId: number): Pages =>
  inPagesById((after) =>
    db
      .selectFrom("reminders")
      .select(["family_id as familyId", "id", "title", "starts_on_clock as startsOnClock"])
      .select("sent_at as sentAt")
      .where("family_id", "=", familyId)
      .where("person_id", "=", personId)
      .where("id", ">", after)
      .orderBy("id")
      .limit(pageSize)
      .execute(),
  );

/** Names a date of a series: its day, and the time if a day has several. */
const DateName = z
  .string()
  .check(
    z.regex(/^(19|20|21|22)\d\d-\d\d-\d\d( \d\d:\d\d:\d\d)?$/, "one of its dates is not a date"),
    z.refine(exists, "one of its dates doesn't exist"),
  );

/** Everything in the file but the people, who are not here yet. */
export const ImportedEvent = z
  .object({
    id: Id,
    title: NewManualEvent.shape.title,
    location: NewManualEvent.shape.location,
    startsOnClock: StoredTime,
    endsOnClock: StoredTime,
    category: EventCategory,
    isAllDay: z.boolean(),
    isActive: z.boolean(),
    recurrence: z.nullable(z.string().check(z.maxLength(2_000))),
    seriesId: z.nullable(Id),
    replaces: z.nullable(DateName),
    exceptions: z.array(DateName).check(z.maxLength(2_000, "too many of its dates were changed")),
  } satisfies Record<Exclude<keyof ExportedEvent, "people">, z.ZodMiniType>)
  .check(
    z.refine(({ startsOnClock, endsOnClock }) => endsOnClock > startsOnClock, "it ends before it starts"),
  );
type ImportedEvent = z.output<typeof ImportedEvent>;

interface Place {
  readonly familyId: number;
  readonly timeZone: string;
  readonly now: Date;
  readonly limits: Limits;
  /** Lets other work of the server happen in between. */
  readonly pause: () => Promise<void>;
}

const inWords = (count: number): string => count.toLocaleString("en-US");

const isSeries = ({ recurrence }: ImportedEvent): boolean => recurrence !== null;

function refuseTooMany(events: readonly ImportedEvent[], { limits }: Place): void {
  const series = events.filter(isSeries).length;
  const [max, count, what] =
    series > limits.seriesPerFamily
      ? [limits.seriesPerFamily, series, "repeating events"]
      : [limits.eventsPerFamily, events.length - series, "events"];
  if (count > max)
    throw new Invalid(`This file has ${count} ${what}, and a family here can have at most ${max}.`);
}

/** Gives each event an id on this server. The ids rise in the order of the events. */
async function newIdsFor(trx: Db, events: readonly ImportedEvent[]): Promise<Map<number, number>> {
  const taken = await takeEventIds(trx, events.length);
  const ids = new Map(events.map(({ id }, place) => [id, taken[place] ?? 0]));
  if (ids.size < events.length) throw new Invalid("Two events in this file have the same number.");
  return ids;
}

/** Every date that was changed on its own is a row, too. */
function refuseTooManyExceptions(events: readonly ImportedEvent[], { datesPerFamily }: Limits): void {
  const count = events.reduce((sum, { exceptions }) => sum + exceptions.length, 0);
  if (count > datesPerFamily)
    throw new Invalid(
      `In this file ${inWords(count)} dates of repeating events were changed, and a family here can have at most ${inWords(datesPerFamily)}.`,
    );
}

async function refuseTooManyDates(rows: readonly NewEvent[], { now, limits, pause }: Place): Promise<void> {
  let dates = 0;
  for (const row of rows) {
    if (row.recurrence !== null) dates += datesAhead(row, now);
    if (dates > limits.datesPerFamily)
      throw new Invalid(
        `The repeating events in this file have too many dates. A family here can have at most ${inWords(limits.datesPerFamily)} in 400 days.`,
      );
    await pause();
  }
}

type Ids = ReadonlyMap<number, number>;

/** Times are counted from the start, which takes a second for 50,000 of them. */
const maxCounted = 10_000;

function refuseLongCount(rule: string, start: string, now: Date): void {
  const count = Number(/COUNT=(\d+)/.exec(rule)?.[1] ?? 0);
  if (count > maxCounted && canRunOut(rule, start, horizonFor(now)))
    throw new Invalid(
      `An event in this file repeats more than ${inWords(maxCounted)} times. It needs a last day instead.`,
    );
}

function ruleOf({ recurrence, startsOnClock: start, isAllDay }: ImportedEvent, { timeZone, now }: Place) {
  if (recurrence === null) return null;
  const rule = storedRule(recurrence, { start, isAllDay, timeZone });
  refuseLongCount(rule, start, now);
  refuseNeverHeld(rule, start);
  return rule;
}

// Where the expansion of a long series starts. Nobody looks further back in a calendar.
const daysBack = 60;

const expandedFrom = (now: Date): string =>
  new Date(now.getTime() - daysBack * dayMs).toISOString().slice(0, 10);

function rowOf(event: ImportedEvent, ids: Ids, series: ReadonlySet<number>, place: Place) {
  const { familyId, now } = place;
  const { seriesId } = event;
  const [replaced_date = null, replaced_time = null] = event.replaces?.split(" ") ?? [];
  if (seriesId !== null && (!series.has(seriesId) || isSeries(event)))
    throw new Invalid(`“${event.title}” in this file belongs to a series that isn't there.`);
  const times = { starts_on_clock: event.startsOnClock, ends_on_clock: event.endsOnClock };
  const tooLong = reasonIfTooLong(times, isSeries(event));
  if (tooLong) throw new Invalid(`“${event.title}” in this file can't be imported. ${tooLong}`);
  const own = {
    series_id: seriesId === null ? null : (ids.get(seriesId) ?? null),
    replaced_date: seriesId === null ? null : replaced_date,
    replaced_time: seriesId === null ? null : replaced_time,
  };
  return {
    family_id: familyId,
    id: ids.get(event.id) ?? 0,
    title: event.title,
    location: event.location,
    category: event.category,
    is_all_day: event.isAllDay,
    is_active: event.isActive,
    ...times,
    ...own,
    recurrence: ruleOf(event, place),
    revised_at: now,
    expanded_until: isSeries(event) ? expandedFrom(now) : "infinity",
  } satisfies NewEventRow;
}

type NewEvent = ReturnType<typeof rowOf>;

const exceptionsIn = (events: readonly ImportedEvent[], ids: Ids, familyId: number) =>
  events.filter(isSeries).flatMap(({ id, exceptions }) =>
    [...new Set(exceptions)].map((name) => {
      const [occurrence_date = "", occurrence_time = null] = name.split(" ");
      return { family_id: familyId, manual_event_id: ids.get(id) ?? 0, occurrence_date, occurrence_time };
    }),
  );

/** Adds events to a family that has none. Who drives or comes is not among them, because the people are not here yet. */
export async function importEvents(trx: Db, events: readonly ImportedEvent[], place: Place): Promise<void> {
  if (events.length === 0) return;
  refuseTooMany(events, place);
  refuseTooManyExceptions(events, place.limits);
  const { familyId, now, pause } = place;
  const ids = await newIdsFor(trx, events);
  const series = new Set(events.filter(isSeries).map(({ id }) => id));
  const rows: NewEvent[] = [];
  for (const event of events) {
    rows.push(rowOf(event, ids, series, place));
    await pause();
  }
  await refuseTooManyDates(rows, place);
  await insertImportedEvents(trx, rows);
  await insertImportedExceptions(trx, exceptionsIn(events, ids, familyId));
  await insertSingleOccurrences(trx, familyId);
  for (const row of rows.filter(({ recurrence }) => recurrence)) {
    await expand(trx, row, horizonFor(now));
    await leaveOutExceptions(trx, row);
    await pause();
  }
}
