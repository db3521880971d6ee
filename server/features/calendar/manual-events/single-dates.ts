// "Only this one" deletes one date of a repeating event, or makes it an event of its own.
import { sql } from "kysely";
import type { ManualEvent } from "#contract/calendar/manual-events.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { NotFound } from "#server/platform/errors.ts";
import type { Member } from "#server/platform/http/session.ts";
import type { World } from "#server/platform/world.ts";
import {
  type EventPeople,
  type EventRow,
  insertEvent,
  lockEvent,
  peopleOf,
  publishEvents,
  readEvent,
  refuseTooManyEvents,
  revised,
  rowFor,
  setPeople,
  type TypedEvent,
} from "./event-rows.ts";
import { expand, horizonFor, leaveOutExceptions } from "./occurrences.ts";
import { hasOwnTimes } from "./rule-text.ts";

/** One date of an event, identified by its start. */
interface SingleDate {
  id: number;
  occurrence: string;
}

async function deleteOccurrence(db: Db, series: EventRow, occurrence: string): Promise<void> {
  const deleted = await db
    .deleteFrom("manual_event_occurrences")
    .where("family_id", "=", series.family_id)
    .where("manual_event_id", "=", series.id)
    .where("starts_on_clock", "=", occurrence)
    .returning("manual_event_id")
    .executeTakeFirst();
  if (!deleted) throw new NotFound("This event isn't on that date. Please check again.");
}

/** Dates are identified by their day, so that they stay the same when all dates move to another time. */
interface DateName {
  readonly day: string;
  /** The time, if a day has several occurrences. */
  readonly time: string | null;
}

function nameOf({ recurrence }: EventRow, occurrence: string): DateName {
  const time = hasOwnTimes(recurrence ?? "") ? `${occurrence.slice(11)}:00` : null;
  return { day: occurrence.slice(0, 10), time };
}

async function addException(db: Db, series: EventRow, occurrence: string, now: Date): Promise<void> {
  const { family_id, id } = series;
  const { day, time } = nameOf(series, occurrence);
  const exception = { family_id, manual_event_id: id, occurrence_date: day, occurrence_time: time };
  await db.insertInto("manual_event_exceptions").values(exception).execute();
  await db
    .updateTable("manual_events")
    .set(revised(now))
    .where("family_id", "=", family_id)
    .where("id", "=", id)
    .execute();
}

/** Returns the event that the date was removed from. */
async function removeDate(
  db: Db,
  member: Member,
  { id, occurrence }: SingleDate,
  now: Date,
): Promise<EventRow> {
  const series = await lockEvent(db, member, id);
  if (series.recurrence === null) throw new NotFound("This event happens only once. Please check again.");
  if (series.expanded_until <= occurrence.replace("T", " ")) {
    await expand(db, series, horizonFor(now, new Date(occurrence.slice(0, 10))));
    await leaveOutExceptions(db, series);
  }
  await deleteOccurrence(db, series, occurrence);
  await addException(db, series, occurrence, now);
  return series;
}

export const changeSingleDate = (
  { database, clock, config }: World,
  member: Member,
  date: SingleDate,
  typed: TypedEvent,
): Promise<ManualEvent> =>
  database.kysely.transaction().execute(async (trx) => {
    const now = clock.now();
    const series = await removeDate(trx, member, date, now);
    const row = await rowFor(trx, member, { ...typed, recurrence: null }, series);
    const people = typed.people ?? (await peopleOf(trx, series));
    const { day: replaced_date, time: replaced_time } = nameOf(series, date.occurrence);
    const own = { ...row, family_id: member.familyId, series_id: series.id, replaced_date, replaced_time };
    await refuseTooManyEvents(trx, config.limits, own);
    const id = await insertEvent(trx, own, people, now);
    await publishEvents(trx, member);
    return await readEvent(trx, member, now, id);
  });

export const deleteSingleDate = (
  { database, clock }: World,
  member: Member,
  date: SingleDate,
): Promise<void> =>
  database.kysely.transaction().execute(async (trx) => {
    await removeDate(trx, member, date, clock.now());
    await publishEvents(trx, member);
  });

// When the whole series is changed, the dates that were changed on their own follow it or become independent.

type Described = Pick<EventRow, "title" | "location" | "category" | "is_active">;

interface Change extends Described {
  people: EventPeople | undefined;
  now: Date;
}

/** The people who take part, as one text. */
const peopleAsText = (event: string) =>
  sql.raw(`(select string_agg(person_id || part, ' ' order by person_id) from manual_event_people
    where family_id = ${event}.family_id and manual_event_id = ${event}.id)`);

async function withSamePeople(db: Db, { family_id, id }: EventRow): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`select single.* from manual_events single
    join manual_events series on series.family_id = single.family_id and series.id = single.series_id
    where single.family_id = ${family_id} and single.series_id = ${id}
      and ${peopleAsText("single")} is not distinct from ${peopleAsText("series")}`.execute(db);
  return rows;
}

/** A date that was changed on its own takes over each change of what it still has in common with the series. */
export async function followSeries(
  db: Db,
  before: EventRow,
  { people, now, ...after }: Change,
): Promise<void> {
  await sql`update manual_events set
      title = case when title = ${before.title} then ${after.title} else title end,
      location = case when location = ${before.location} then ${after.location} else location end,
      category = case when category = ${before.category} then ${after.category} else category end,
      is_active = case when is_active = ${before.is_active} then ${after.is_active}::boolean else is_active end,
      revision = revision + 1, revised_at = ${now}
    where family_id = ${before.family_id} and series_id = ${before.id}`.execute(db);
  if (!people) return;
  for (const single of await withSamePeople(db, before)) await setPeople(db, single, people);
}

/** Single dates stay when their event no longer repeats. */
export async function freeSingleDates(db: Db, { family_id, id }: EventRow): Promise<void> {
  await db
    .updateTable("manual_events")
    .set({ series_id: null, replaced_date: null, replaced_time: null })
    .where("family_id", "=", family_id)
    .where("series_id", "=", id)
    .execute();
  await db
    .deleteFrom("manual_event_exceptions")
    .where("family_id", "=", family_id)
    .where("manual_event_id", "=", id)
    .execute();
}
