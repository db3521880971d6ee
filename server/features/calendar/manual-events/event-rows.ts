// A manual event is stored as a row, its people and its occurrences.
import { sql } from "kysely";
import type * as z from "zod/mini";
import type { ManualEvent, NewManualEvent } from "#contract/calendar/manual-events.ts";
import { findTimeZone } from "#server/features/families/queries.ts";
import { refuseBeyondLimit } from "#server/features/families/stored-limits.ts";
import type { Limits } from "#server/platform/config/limits.ts";
import type { Db, NewRow, Row } from "#server/platform/db/schema.ts";
import { Invalid, NotFound } from "#server/platform/errors.ts";
import type { Member } from "#server/platform/http/session.ts";
import { publish } from "#server/platform/live/publish.ts";
import { expand, horizonFor } from "./occurrences.ts";
import { refuseNeverHeld } from "./recurrence.ts";
import { storedRule } from "./rule-text.ts";
import { refuseTooLong, spanOnClock, toMinute } from "./wall-clock.ts";

export type EventRow = Row<"manual_events">;
export type TypedEvent = z.output<typeof NewManualEvent>;
export type EventPeople = NonNullable<TypedEvent["people"]>;

/** The row for a described event. Fields that were left out stay as they were. */
export async function rowFor(db: Db, member: Member, typed: TypedEvent, before?: EventRow) {
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

/** Calendar apps notice a change by these columns. */
export const revised = (now: Date) => ({ revision: sql<number>`revision + 1`, revised_at: now });

/** Locks an event, so that nobody else changes it until the transaction ends. */
export async function lockEvent(db: Db, member: Member, id: number): Promise<EventRow> {
  const event = await db
    .selectFrom("manual_events")
    .selectAll()
    .where("family_id", "=", member.familyId)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (!event) throw new NotFound();
  return event;
}

export const peopleOf = (db: Db, { family_id, id }: EventRow): Promise<EventPeople> =>
  db
    .selectFrom("manual_event_people")
    .select(["person_id as personId", "part"])
    .where("family_id", "=", family_id)
    .where("manual_event_id", "=", id)
    .execute();

async function refuseStrangers(db: Db, familyId: number, people: EventPeople): Promise<void> {
  const ids = people.map(({ personId }) => personId);
  const members = await db
    .selectFrom("memberships")
    .select("person_id")
    .where("family_id", "=", familyId)
    .where("person_id", "in", ids)
    .forKeyShare()
    .execute();
  const message = "Please choose people in your family, each only once.";
  if (members.length < people.length) throw new Invalid(message, { people: message });
}

export async function setPeople(db: Db, { family_id, id }: EventRow, people: EventPeople): Promise<void> {
  await db
    .deleteFrom("manual_event_people")
    .where("family_id", "=", family_id)
    .where("manual_event_id", "=", id)
    .execute();
  if (people.length === 0) return;
  await refuseStrangers(db, family_id, people);
  const event = { family_id, manual_event_id: id };
  const rows = people.map(({ personId, part }) => ({ ...event, person_id: personId, part }));
  await db.insertInto("manual_event_people").values(rows).execute();
}

/** Adds the occurrences of an event that has none in the table yet. */
export async function addOccurrences(db: Db, event: EventRow, now: Date): Promise<void> {
  const { expandedUntil } = await expand(db, { ...event, expanded_until: "-infinity" }, horizonFor(now));
  const message = "It would already have happened over 500 times. Please choose a later start.";
  if (expandedUntil < now.toISOString()) throw new Invalid(message, { startDate: message });
}

export async function insertEvent(
  db: Db,
  row: NewRow<"manual_events">,
  people: EventPeople,
  now: Date,
): Promise<number> {
  const values = { ...row, revised_at: now };
  const event = await db.insertInto("manual_events").values(values).returningAll().executeTakeFirstOrThrow();
  await setPeople(db, event, people);
  await addOccurrences(db, event, now);
  return event.id;
}

export const publishEvents = (db: Db, { familyId }: Member): Promise<void> =>
  publish(db, familyId, "calendar-events", "manual-events");

/** Repeating events are counted separately, because each of them has hundreds of occurrences. */
export const refuseTooManyEvents = (
  trx: Db,
  { seriesPerFamily, eventsPerFamily }: Limits,
  { family_id, recurrence }: { family_id: number; recurrence: string | null },
): Promise<void> =>
  recurrence === null
    ? refuseBeyondLimit(trx, family_id, {
        max: eventsPerFamily,
        stored: sql`manual_events where family_id = ${family_id} and recurrence is null`,
        rowsName: "events in the family's calendar",
      })
    : refuseBeyondLimit(trx, family_id, {
        max: seriesPerFamily,
        stored: sql`manual_events where family_id = ${family_id} and recurrence is not null`,
        rowsName: "repeating events in the family's calendar",
      });

const minuteOf = (time: string) => sql.raw(toMinute(time));

/** Reads a family's events, or one of them, ordered by their next date. Past events come last. */
export async function readEvents(
  db: Db,
  { familyId }: Member,
  now: Date,
  id: number | null = null,
): Promise<ManualEvent[]> {
  const { rows } = await sql<ManualEvent>`select * from (
      select e.id, e.title, e.location, e.category, e.recurrence, e.is_active as "isActive",
        e.is_all_day as "allDay", e.series_id as "seriesId", ${minuteOf("e.starts_on_clock")} as "startDate",
        ${minuteOf("case when is_all_day then e.ends_on_clock - interval '1 day' else e.ends_on_clock end")} as "endDate",
        coalesce((
          select json_agg(json_build_object('personId', p.id, 'name', p.username, 'part', t.part)
            order by t.part desc, p.id)
          from manual_event_people t join people p on p.id = t.person_id
          where t.family_id = e.family_id and t.manual_event_id = e.id
        ), '[]') as people,
        array(
          select ${minuteOf("o.starts_on_clock")} from manual_event_occurrences o
          where o.family_id = e.family_id and o.manual_event_id = e.id and o.starts_on_clock >
            ${now}::timestamptz at time zone f.time_zone - (e.ends_on_clock - e.starts_on_clock)
          order by o.starts_on_clock limit 8
        ) as "nextDates"
      from manual_events e join families f on f.id = e.family_id
      where e.family_id = ${familyId} and (${id}::int is null or e.id = ${id})
    ) as event order by "nextDates"[1], "startDate" desc, id`.execute(db);
  return rows;
}

export async function readEvent(db: Db, member: Member, now: Date, id: number): Promise<ManualEvent> {
  const [event] = await readEvents(db, member, now, id);
  if (!event) throw new NotFound();
  return event;
}
