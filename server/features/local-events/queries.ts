import { sql } from "kysely";
import type { Db, NewRow, Row } from "#server/platform/db/schema.ts";

type Entered = Row<"local_events">;

/** Selects what the family entered, in the columns of the events of subscribed calendars. */
const entered = (db: Db, familyId: number) =>
  db
    .selectFrom("local_events")
    .select(["id", "title", "starts_on_clock as startsOnClock", "location", "description"])
    .select([sql<boolean>`false`.as("isAllDay"), sql<string | null>`null::text`.as("source")])
    .where("family_id", "=", familyId);

interface Days {
  /** YYYY-MM-DD */
  readonly from: string;
  /** The day after the last one. */
  readonly until: string;
}

/** An event that began before the first day and is still going on is shown as an all-day event. */
const subscribed = (db: Db, familyId: number, { from, until }: Days) =>
  db
    .selectFrom("subscribed_calendars as c")
    .innerJoin("subscribed_events as e", (join) =>
      join.onRef("e.family_id", "=", "c.family_id").onRef("e.calendar_id", "=", "c.id"),
    )
    .select(["e.id", "e.title"])
    .select(sql<string>`greatest(e.starts_on_clock, ${from}::timestamp)`.as("startsOnClock"))
    .select(["e.location", "e.description"])
    .select(sql<boolean>`e.is_all_day or e.starts_on_clock < ${from}::timestamp`.as("isAllDay"))
    .select("c.name as source")
    .where("c.family_id", "=", familyId)
    .where("e.family_id", "=", familyId)
    .where("c.purpose", "=", "local-events")
    .where("e.starts_on_clock", "<", until)
    .where(({ or, eb }) => or([eb("e.ends_on_clock", ">", from), eb("e.starts_on_clock", ">=", from)]));

/** The first events of these days, whether entered or subscribed. */
export const findLocalEvents = (db: Db, familyId: number, days: Days, max: number) =>
  entered(db, familyId)
    .where("starts_on_clock", ">=", days.from)
    .where("starts_on_clock", "<", days.until)
    .unionAll(subscribed(db, familyId, days))
    .orderBy("startsOnClock")
    .orderBy("id")
    .limit(max)
    .execute();

/** Lists the events from today on, and then the past ones, newest first. */
export const findEnteredLocalEvents = (db: Db, familyId: number, today: string) =>
  entered(db, familyId)
    .orderBy((order) => order("starts_on_clock", "<", today))
    .orderBy((order) =>
      order.case().when("starts_on_clock", ">=", today).then(order.ref("starts_on_clock")).end(),
    )
    .orderBy("starts_on_clock", "desc")
    .orderBy("id")
    .execute();

/** The rows that count toward the limit of local events. */
export const storedLocalEvents = (familyId: number) => sql`local_events where family_id = ${familyId}`;

export const insertLocalEvent = (db: Db, event: NewRow<"local_events">): Promise<Entered> =>
  db.insertInto("local_events").values(event).returningAll().executeTakeFirstOrThrow();

interface LocalEventKey {
  readonly familyId: number;
  readonly id: number;
}

export const updateLocalEvent = (
  db: Db,
  { familyId, id }: LocalEventKey,
  columns: Partial<NewRow<"local_events">>,
): Promise<Entered | undefined> =>
  db
    .updateTable("local_events")
    .set(columns)
    .where("family_id", "=", familyId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirst();

/** Returns whether there was such an event. */
export async function deleteLocalEvent(db: Db, { familyId, id }: LocalEventKey): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("local_events")
    .where("family_id", "=", familyId)
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}
