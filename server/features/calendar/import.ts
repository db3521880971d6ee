// Imports the events of a family from another server.
import { sql } from "kysely";
import * as z from "zod/mini";
import { EventCategory } from "#contract/calendar/calendar.ts";
import { NewManualEvent } from "#contract/calendar/manual-events.ts";
import { dayMs } from "#contract/durations.ts";
import { Id } from "#contract/values.ts";
import type { Limits } from "#server/platform/config/limits.ts";
import type { Db, NewRow } from "#server/platform/db/schema.ts";
import { Invalid } from "#server/platform/errors.ts";
import { datesAhead, expand, horizonFor, leaveOutExceptions } from "./manual-events/occurrences.ts";
import { canRunOut, refuseNeverHeld } from "./manual-events/recurrence.ts";
import { storedRule } from "./manual-events/rule-text.ts";
import { exists, reasonIfTooLong, StoredTime } from "./manual-events/wall-clock.ts";

/** Names a date of a series: its day, and the time if a day has several. */
const DateName = z
  .string()
  .check(
    z.regex(/^(19|20|21|22)\d\d-\d\d-\d\d( \d\d:\d\d:\d\d)?$/, "one of its dates is not a date"),
    z.refine(exists, "one of its dates doesn't exist"),
  );

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
  })
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
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('manual_events', 'id'))::integer as id
    from generate_series(1, ${events.length}::integer)`.execute(trx);
  const ids = new Map(events.map(({ id }, place) => [id, rows[place]?.id ?? 0]));
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
  } satisfies NewRow<"manual_events">;
}

/** A file may contain lone surrogates, which PostgreSQL refuses in JSON. */
const wellFormed = (_: string, value: unknown): unknown =>
  typeof value === "string" ? value.toWellFormed() : value;

/** Passes all rows as one parameter, because a family can have more values than a statement may have parameters. */
const recordsOf = (table: "manual_events" | "manual_event_exceptions", rows: readonly object[]) =>
  sql`jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows, wellFormed)}::jsonb)`;

type NewEvent = ReturnType<typeof rowOf>;

/** A single statement, so that a date may come before the series that it points to. */
async function insertEvents(trx: Db, events: readonly NewEvent[]): Promise<void> {
  const columns = sql.join(Object.keys(events[0] ?? {}).map((column) => sql.ref(column)));
  await sql`insert into manual_events (${columns}) overriding system value
    select ${columns} from ${recordsOf("manual_events", events)}`.execute(trx);
}

async function insertExceptions(trx: Db, events: readonly ImportedEvent[], ids: Ids, familyId: number) {
  const rows = events.filter(isSeries).flatMap(({ id, exceptions }) =>
    [...new Set(exceptions)].map((name) => {
      const [occurrence_date, occurrence_time] = name.split(" ");
      return { family_id: familyId, manual_event_id: ids.get(id), occurrence_date, occurrence_time };
    }),
  );
  await sql`insert into manual_event_exceptions select * from ${recordsOf("manual_event_exceptions", rows)}`.execute(
    trx,
  );
}

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
  await insertEvents(trx, rows);
  await insertExceptions(trx, events, ids, familyId);
  await sql`insert into manual_event_occurrences (family_id, manual_event_id, starts_on_clock, ends_on_clock)
    select family_id, id, starts_on_clock, ends_on_clock from manual_events
    where family_id = ${familyId} and recurrence is null`.execute(trx);
  for (const row of rows.filter(({ recurrence }) => recurrence)) {
    await expand(trx, row, horizonFor(now));
    await leaveOutExceptions(trx, row);
    await pause();
  }
}
