import { type RawBuilder, sql, type Updateable } from "kysely";
import type { EventCategory } from "#contract/calendar/calendar.ts";
import type { Db, NewRow, Row, Schema } from "#server/platform/db/schema.ts";
import type { SubscribedEvent } from "./parsed-calendar.ts";

export type SubscribedCalendar = Row<"subscribed_calendars">;
/** A subscribed calendar with its family's time zone. */
export type ZonedCalendar = SubscribedCalendar & { readonly time_zone: string };
export type Purpose = SubscribedCalendar["purpose"];
type CalendarKey = Pick<SubscribedCalendar, "family_id" | "id">;

/** Conditions of the queue of due calendars. */
export const hasPurpose = (purposes: readonly Purpose[]) =>
  sql`purpose in (${sql.join(purposes.map((purpose) => sql.lit(purpose)))})`;
export const isOfFamily = (familyId: number) => sql`family_id = ${familyId}`;

export const findSubscribedCalendars = (db: Db, familyId: number, purpose: Purpose) =>
  db
    .selectFrom("subscribed_calendars")
    .innerJoin("families", "families.id", "subscribed_calendars.family_id")
    .selectAll("subscribed_calendars")
    .select("families.time_zone")
    .where("family_id", "=", familyId)
    .where("purpose", "=", purpose)
    .orderBy("subscribed_calendars.id")
    .execute();

export const insertSubscription = (trx: Db, calendar: NewRow<"subscribed_calendars">) =>
  trx.insertInto("subscribed_calendars").values(calendar).returningAll().executeTakeFirstOrThrow();

/** Changes the category of one calendar of this purpose, or of all. */
export const updateCategory = (
  trx: Db,
  familyId: number,
  { purpose, id, category }: { purpose: Purpose; id?: number; category: EventCategory },
) =>
  trx
    .updateTable("subscribed_calendars")
    .set({ category })
    .where("family_id", "=", familyId)
    .where("purpose", "=", purpose)
    .$if(id !== undefined, (query) => query.where("id", "=", id ?? 0))
    .execute();

/** Deletes one calendar of this purpose, or all. Returns whether there were any. */
export async function deleteSubscriptions(
  trx: Db,
  familyId: number,
  purpose: Purpose,
  id?: number,
): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom("subscribed_calendars")
    .where("family_id", "=", familyId)
    .where("purpose", "=", purpose)
    .$if(id !== undefined, (query) => query.where("id", "=", id ?? 0))
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** All calendars of a family are due, and parsed again even if they have not changed. */
export const expireCalendars = (db: Db, familyId: number) =>
  db
    .updateTable("subscribed_calendars")
    .set({ parsed_at: new Date(0), due_at: new Date(0) })
    .where("family_id", "=", familyId)
    .execute();

/** The calendars that were not fetched successfully since a time. */
export const findStaleCalendars = (db: Db, familyId: number, since: Date) =>
  db
    .selectFrom("subscribed_calendars")
    .select(["name", "fetched_at", "failure"])
    .where("family_id", "=", familyId)
    .where("fetched_at", "<=", since)
    .orderBy("fetched_at")
    .orderBy("id")
    .execute();

/** The earliest fetch of a family's calendars since a time. */
export async function findFirstFetch(db: Db, familyId: number, since: Date): Promise<Date | null> {
  const { fetchedAt } = await db
    .selectFrom("subscribed_calendars")
    .select(({ fn }) => fn.min<Date | null>("fetched_at").as("fetchedAt"))
    .where("family_id", "=", familyId)
    .where("fetched_at", ">", since)
    .executeTakeFirstOrThrow();
  return fetchedAt;
}

/** The events as records, passed as one parameter, because a calendar has more values than a statement may have parameters. */
const recordsOf = (events: readonly SubscribedEvent[]) =>
  sql<SubscribedEvent>`jsonb_to_recordset(${JSON.stringify(events)}::jsonb)`.as<"found">(
    sql`found(occurrence text, title text, location text, description text,
      "startsOnClock" timestamp, "endsOnClock" timestamp, "isAllDay" boolean)`,
  );

const eventColumns = [
  ...(["title", "location", "description", "starts_on_clock", "ends_on_clock", "is_all_day"] as const),
];

/** Writes only the events that differ. Returns whether any did. */
export async function replaceEvents(
  trx: Db,
  { family_id, id }: CalendarKey,
  events: readonly SubscribedEvent[],
  now: Date,
): Promise<boolean> {
  const occurrences = events.map(({ occurrence }) => occurrence);
  const gone = await trx
    .deleteFrom("subscribed_events")
    .where("family_id", "=", family_id)
    .where("calendar_id", "=", id)
    .where("occurrence", "<>", sql<string>`all(${occurrences}::text[])`)
    .executeTakeFirstOrThrow();
  const changed = await trx
    .insertInto("subscribed_events")
    .columns(["family_id", "calendar_id", "revised_at", "occurrence", ...eventColumns])
    .expression((eb) =>
      eb
        .selectFrom(recordsOf(events))
        .select([
          sql<number>`${family_id}::integer`.as("family_id"),
          sql<number>`${id}::bigint`.as("calendar_id"),
          sql<Date>`${now}::timestamptz`.as("revised_at"),
        ])
        .select(["occurrence", "title", "location", "description"])
        .select(["startsOnClock", "endsOnClock", "isAllDay"]),
    )
    .onConflict((conflict) =>
      conflict
        .columns(["family_id", "calendar_id", "occurrence"])
        .doUpdateSet((eb) => ({
          title: eb.ref("excluded.title"),
          location: eb.ref("excluded.location"),
          description: eb.ref("excluded.description"),
          starts_on_clock: eb.ref("excluded.starts_on_clock"),
          ends_on_clock: eb.ref("excluded.ends_on_clock"),
          is_all_day: eb.ref("excluded.is_all_day"),
          revision: eb("subscribed_events.revision", "+", 1),
          revised_at: eb.ref("excluded.revised_at"),
        }))
        .where(({ or, eb }) =>
          or(
            eventColumns.map((column) =>
              eb(`subscribed_events.${column}`, "is distinct from", eb.ref(`excluded.${column}`)),
            ),
          ),
        ),
    )
    .executeTakeFirstOrThrow();
  return gone.numDeletedRows > 0n || (changed.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

type Fetched = Omit<Updateable<Schema["subscribed_calendars"]>, "due_at"> & { due_at: Date };

/** The next time, unless somebody has made the calendar due while it was being fetched. */
const unlessDueAgain = ({ due_at }: SubscribedCalendar, next: Date): RawBuilder<Date> =>
  sql`case when due_at = ${due_at} then ${next}::timestamptz else due_at end`;

/** Returns false when the calendar was removed in the meantime, or is due again because the family has a new time zone. */
export async function markFetched(
  trx: Db,
  calendar: ZonedCalendar,
  { due_at, ...columns }: Fetched,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("subscribed_calendars")
    .set({ ...columns, due_at: unlessDueAgain(calendar, due_at) })
    .where("family_id", "=", calendar.family_id)
    .where("id", "=", calendar.id)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("families")
          .where("id", "=", calendar.family_id)
          .where("time_zone", "=", calendar.time_zone),
      ),
    )
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export const markFailed = (trx: Db, calendar: SubscribedCalendar, { due_at, ...columns }: Fetched) =>
  trx
    .updateTable("subscribed_calendars")
    .set({ ...columns, due_at: unlessDueAgain(calendar, due_at) })
    .where("family_id", "=", calendar.family_id)
    .where("id", "=", calendar.id)
    .execute();
