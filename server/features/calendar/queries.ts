import { sql } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import type { EventCategory } from "#contract/calendar/calendar.ts";
import type { Db, Row } from "#server/platform/db/schema.ts";

/** Finds the family's day, or a later one, what its calendar shows, and whether some of it has to be expanded or fetched first. */
export const findDay = (db: Db, familyId: number, now: Date, daysAhead: number) =>
  db
    .selectFrom("families as f")
    .leftJoin("calendar_settings as s", "s.family_id", "f.id")
    .select(["f.time_zone", "s.show_kids_events", "s.show_family_events", "s.show_appointments"])
    .select((eb) => [
      sql<string>`(${now}::timestamptz at time zone f.time_zone)::date + ${daysAhead}::integer`.as("day"),
      eb
        .selectFrom("manual_events as e")
        .select(({ fn }) => fn.min("e.expanded_until").as("expanded_until"))
        .whereRef("e.family_id", "=", "f.id")
        .as("expanded_until"),
      eb
        .exists(
          eb
            .selectFrom("subscribed_calendars as c")
            .whereRef("c.family_id", "=", "f.id")
            .where("c.due_at", "<=", now),
        )
        .as("is_due"),
    ])
    .where("f.id", "=", familyId)
    .executeTakeFirst();

/** The next time at which opening the calendar has one of the family's subscribed calendars fetched. */
export async function findNextDueCalendar(db: Db, familyId: number): Promise<Date | null> {
  const { dueAt } = await db
    .selectFrom("subscribed_calendars")
    .select(({ fn }) => fn.min<Date | null>("due_at").as("dueAt"))
    .where("family_id", "=", familyId)
    .executeTakeFirstOrThrow();
  return dueAt;
}

export interface Days {
  readonly timeZone: string;
  readonly first: string;
  /** The day after the last one. */
  readonly past: string;
  readonly categories: readonly EventCategory[];
}

const oneOf = (categories: readonly EventCategory[]) => sql<EventCategory>`any(${categories}::text[])`;

/**
 * The occurrences of manual events in these days. A time that the clocks skip is shown so much later, which in some zones is
 * on the next day, so occurrences are searched an hour further back.
 */
export const findManualOccurrences = (
  db: Db,
  familyId: number,
  { timeZone, first, past, categories }: Days,
) =>
  db
    // Materialized, because otherwise the planner goes through all occurrences of each event.
    .with(
      (cte) => cte("o").materialized(),
      (query) =>
        query
          .selectFrom("manual_event_occurrences")
          .select(["manual_event_id", "starts_on_clock", "ends_on_clock"])
          .where("family_id", "=", familyId)
          .where("starts_on_clock", "<", past)
          // Found by their start: one that started earlier than the family's longest event takes is over.
          .where(
            "starts_on_clock",
            ">",
            sql<string>`${first}::timestamp - interval '1 hour' - (
              select max(ends_on_clock - starts_on_clock) from manual_events where family_id = ${familyId})`,
          )
          .where("ends_on_clock", ">", sql<string>`${first}::timestamp - interval '1 hour'`),
    )
    .selectFrom("o")
    .innerJoin("manual_events as e", "e.id", "o.manual_event_id")
    .select(["e.id", "e.title", "e.location", "e.category", "e.recurrence", "e.is_all_day"])
    .select((eb) => {
      const shown = (column: "o.starts_on_clock" | "o.ends_on_clock") =>
        sql<string>`case when e.is_all_day then ${sql.ref(column)}
          else ${sql.ref(column)} at time zone ${timeZone} at time zone ${timeZone} end`;
      return [
        "o.starts_on_clock as occurrence",
        shown("o.starts_on_clock").as("starts"),
        shown("o.ends_on_clock").as("ends"),
        jsonArrayFrom(
          eb
            .selectFrom("manual_event_people as t")
            .innerJoin("people as p", "p.id", "t.person_id")
            .select(["p.username as name", "t.part"])
            .whereRef("t.family_id", "=", "e.family_id")
            .whereRef("t.manual_event_id", "=", "e.id")
            .orderBy("t.part", "desc")
            .orderBy("p.id"),
        ).as("people"),
      ];
    })
    .where("e.family_id", "=", familyId)
    .where("e.is_active", "=", true)
    .where("e.category", "=", oneOf(categories))
    .execute();

/** The events of subscribed calendars and of Google's in these days. One without a duration is found by its start. */
export const findSubscribedEvents = (db: Db, familyId: number, { first, past, categories }: Days) =>
  db
    .selectFrom("subscribed_calendars as c")
    .innerJoin("subscribed_events as e", (join) =>
      join.onRef("e.family_id", "=", "c.family_id").onRef("e.calendar_id", "=", "c.id"),
    )
    .select(["e.id", "e.title", "e.location", "c.category", "c.purpose", "e.is_all_day"])
    .select(["e.starts_on_clock as starts", "e.ends_on_clock as ends", "e.occurrence"])
    .where("c.family_id", "=", familyId)
    .where("c.purpose", "<>", "local-events")
    .where("c.category", "=", oneOf(categories))
    .where("e.starts_on_clock", "<", past)
    .where("e.ends_on_clock", ">=", first)
    .where((eb) => eb.or([eb("e.ends_on_clock", ">", first), eb("e.starts_on_clock", ">=", first)]))
    .execute();

export const findSettings = (db: Db, familyId: number) =>
  db.selectFrom("calendar_settings").selectAll().where("family_id", "=", familyId).executeTakeFirst();

export const storeSettings = (
  trx: Db,
  familyId: number,
  settings: Omit<Row<"calendar_settings">, "family_id">,
) =>
  trx
    .insertInto("calendar_settings")
    .values({ family_id: familyId, ...settings })
    .onConflict((conflict) => conflict.column("family_id").doUpdateSet(settings))
    .execute();
