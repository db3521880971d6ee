import { sql } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import type { EventPart } from "#contract/calendar/calendar.ts";
import type { Db, NewRow, Row } from "#server/platform/db/schema.ts";
import { NotFound } from "#server/platform/errors.ts";

export type EventRow = Row<"manual_events">;
export type EventKey = Pick<EventRow, "family_id" | "id">;
/** The columns that say what belongs to whom, what repeats, and what has changed. */
type OwnColumn =
  | ("family_id" | "id" | "series_id" | "replaced_date" | "replaced_time")
  | ("expanded_until" | "revision" | "revised_at");
/** The columns of what somebody enters. Whatever writes an event gives all of them, so a new column is missed there. */
export type EnteredColumns = Omit<EventRow, OwnColumn>;
export type EventPeople = readonly { readonly personId: number; readonly part: EventPart }[];

const maxNextDates = 8;

/** Reads a family's events, or one of them, each with its people and its next starts. */
export const findEvents = (db: Db, familyId: number, now: Date, id?: number) =>
  db
    .selectFrom("manual_events as e")
    .innerJoin("families as f", "f.id", "e.family_id")
    .selectAll("e")
    .select((eb) => [
      jsonArrayFrom(
        eb
          .selectFrom("manual_event_people as t")
          .innerJoin("people as p", "p.id", "t.person_id")
          .select(["p.id as personId", "p.username as name", "t.part"])
          .whereRef("t.family_id", "=", "e.family_id")
          .whereRef("t.manual_event_id", "=", "e.id")
          .orderBy("t.part", "desc")
          .orderBy("p.id"),
      ).as("people"),
      sql<string[]>`array(${eb
        .selectFrom("manual_event_occurrences as o")
        .select(sql<string>`o.starts_on_clock::text`.as("start"))
        .whereRef("o.family_id", "=", "e.family_id")
        .whereRef("o.manual_event_id", "=", "e.id")
        .where(
          "o.starts_on_clock",
          ">",
          sql<string>`${now}::timestamptz at time zone f.time_zone - (e.ends_on_clock - e.starts_on_clock)`,
        )
        .orderBy("o.starts_on_clock")
        .limit(maxNextDates)})`.as("next_starts"),
    ])
    .where("e.family_id", "=", familyId)
    .$if(id !== undefined, (query) => query.where("e.id", "=", id ?? 0))
    .execute();

/** Nobody else changes the event until the transaction ends. */
export const lockEvent = (trx: Db, familyId: number, id: number) =>
  trx
    .selectFrom("manual_events")
    .selectAll()
    .where("family_id", "=", familyId)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirstOrThrow(() => new NotFound());

export type NewEventRow = NewRow<"manual_events"> & EnteredColumns;

export const insertEvent = (trx: Db, event: NewEventRow) =>
  trx.insertInto("manual_events").values(event).returningAll().executeTakeFirstOrThrow();

type Changes = Partial<Omit<NewRow<"manual_events">, "family_id" | "id" | "revision" | "revised_at">>;

/** Calendar apps notice the change by its revision. */
export const updateEvent = (trx: Db, { family_id, id }: EventKey, changes: Changes, now: Date) =>
  trx
    .updateTable("manual_events")
    .set((eb) => ({ ...changes, revision: eb("revision", "+", 1), revised_at: now }))
    .where("family_id", "=", family_id)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();

/** Returns undefined if there was no such event. */
export const deleteEvent = (trx: Db, familyId: number, id: number) =>
  trx
    .deleteFrom("manual_events")
    .where("family_id", "=", familyId)
    .where("id", "=", id)
    .returning("id")
    .executeTakeFirst();

/** The rows that count toward the limit of events, or toward that of repeating ones. */
export const storedEvents = (familyId: number, isSeries: boolean) =>
  sql`manual_events where family_id = ${familyId} and (recurrence is not null) = ${isSeries}`;

/** The date of its series that an event replaces: its day, and the time where a day has several. */
export const replacedDate = (event: string) =>
  sql<
    string | null
  >`nullif(concat_ws(' ', ${sql.ref(`${event}.replaced_date`)}, ${sql.ref(`${event}.replaced_time`)}), '')`;

/** The dates of a series that do not take place, or were changed on their own, in the same form. */
export const exceptionsOf = (event: string) =>
  sql<
    string[]
  >`array(select concat_ws(' ', x.occurrence_date, x.occurrence_time) from manual_event_exceptions x
    where x.family_id = ${sql.ref(`${event}.family_id`)} and x.manual_event_id = ${sql.ref(`${event}.id`)} order by 1)`;

// People

export const findPeople = (db: Db, { family_id, id }: EventKey) =>
  db
    .selectFrom("manual_event_people")
    .select(["person_id as personId", "part"])
    .where("family_id", "=", family_id)
    .where("manual_event_id", "=", id)
    .orderBy("person_id")
    .execute();

/** Finds the members among these people, who stay members until the transaction ends. */
export const holdMembers = (trx: Db, familyId: number, personIds: readonly number[]) =>
  trx
    .selectFrom("memberships")
    .select("person_id")
    .where("family_id", "=", familyId)
    .where("person_id", "in", personIds)
    .forKeyShare()
    .execute();

export async function replacePeople(
  trx: Db,
  { family_id, id }: EventKey,
  people: EventPeople,
): Promise<void> {
  await trx
    .deleteFrom("manual_event_people")
    .where("family_id", "=", family_id)
    .where("manual_event_id", "=", id)
    .execute();
  if (people.length === 0) return;
  const event = { family_id, manual_event_id: id };
  await trx
    .insertInto("manual_event_people")
    .values(people.map(({ personId, part }) => ({ ...event, person_id: personId, part })))
    .execute();
}

// Occurrences

/** Locks the events whose occurrences are not complete up to this day. */
export const lockUnexpanded = (trx: Db, familyId: number, before: string) =>
  trx
    .selectFrom("manual_events")
    .select(["family_id", "id", "recurrence", "starts_on_clock", "expanded_until"])
    .where("family_id", "=", familyId)
    .where("expanded_until", "<", before)
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();

/** Each occurrence is as long as its event. */
export async function insertOccurrences(
  trx: Db,
  { family_id, id }: EventKey,
  starts: readonly string[],
  expandedUntil: string,
): Promise<void> {
  await trx
    .insertInto("manual_event_occurrences")
    .columns(["family_id", "manual_event_id", "starts_on_clock", "ends_on_clock"])
    .expression((eb) =>
      eb
        .selectFrom("manual_events as e")
        .crossJoin(sql<{ start: string }>`unnest(${starts}::timestamp[])`.as<"o">(sql`o(start)`))
        .select(["e.family_id", "e.id", "o.start"])
        .select(sql<string>`o.start + (e.ends_on_clock - e.starts_on_clock)`.as("end"))
        .where("e.family_id", "=", family_id)
        .where("e.id", "=", id),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await trx
    .updateTable("manual_events")
    .set({ expanded_until: expandedUntil })
    .where("family_id", "=", family_id)
    .where("id", "=", id)
    .execute();
}

/** Deletes all occurrences of an event, or the one that starts at this time. Returns whether there were any. */
export async function deleteOccurrences(
  trx: Db,
  { family_id, id }: EventKey,
  start?: string,
): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom("manual_event_occurrences")
    .where("family_id", "=", family_id)
    .where("manual_event_id", "=", id)
    .$if(start !== undefined, (query) => query.where("starts_on_clock", "=", start ?? ""))
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** Deletes the occurrences that do not take place, or were changed on their own. */
export const leaveOutExceptions = (trx: Db, { family_id, id }: EventKey) =>
  trx
    .deleteFrom("manual_event_occurrences as o")
    .using("manual_event_exceptions as x")
    .where("o.family_id", "=", family_id)
    .where("o.manual_event_id", "=", id)
    .whereRef("x.family_id", "=", "o.family_id")
    .whereRef("x.manual_event_id", "=", "o.manual_event_id")
    .whereRef("x.occurrence_date", "=", sql<string>`o.starts_on_clock::date`)
    .where((eb) =>
      eb.or([
        eb("x.occurrence_time", "is", null),
        eb("x.occurrence_time", "=", sql<string>`o.starts_on_clock::time`),
      ]),
    )
    .execute();

/** How far each repeating event of a family is expanded, and how many occurrences it has, in all and from a day on. */
export const countOccurrences = (db: Db, familyId: number, from: string) =>
  db
    .selectFrom("manual_events as e")
    .innerJoin("manual_event_occurrences as o", (join) =>
      join.onRef("o.family_id", "=", "e.family_id").onRef("o.manual_event_id", "=", "e.id"),
    )
    .select((eb) => [
      "e.expanded_until as expandedUntil",
      eb.fn.min("o.starts_on_clock").as("first"),
      eb.fn.countAll<number>().as("known"),
      eb.fn.countAll<number>().filterWhere("o.starts_on_clock", ">=", from).as("ahead"),
    ])
    .where("e.family_id", "=", familyId)
    .where("e.recurrence", "is not", null)
    .groupBy(["e.family_id", "e.id"])
    .execute();

// Dates of a series that were changed on their own

export const insertException = (
  trx: Db,
  { family_id, id }: EventKey,
  exception: Pick<Row<"manual_event_exceptions">, "occurrence_date" | "occurrence_time">,
) =>
  trx
    .insertInto("manual_event_exceptions")
    .values({ family_id, manual_event_id: id, ...exception })
    .execute();

export const findSingleDates = (db: Db, { family_id, id }: EventKey) =>
  db
    .selectFrom("manual_events as e")
    .select(["e.family_id", "e.id"])
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom("manual_event_people as t")
          .select(["t.person_id as personId", "t.part"])
          .whereRef("t.family_id", "=", "e.family_id")
          .whereRef("t.manual_event_id", "=", "e.id")
          .orderBy("t.person_id"),
      ).as("people"),
    )
    .where("e.family_id", "=", family_id)
    .where("e.series_id", "=", id)
    .execute();

/** A changed date has its own times and does not repeat. Everything else can still be as in its series. */
export type SharedColumns = Omit<
  EnteredColumns,
  "starts_on_clock" | "ends_on_clock" | "is_all_day" | "recurrence"
>;

/** Changes, in each single date of a series, what it still has in common with it. */
export const updateSingleDates = (trx: Db, before: EventRow, after: SharedColumns, now: Date) =>
  trx
    .updateTable("manual_events")
    .set((eb) => {
      const followed = <Column extends keyof SharedColumns>(column: Column) =>
        sql<
          SharedColumns[Column]
        >`case when ${sql.ref(column)} = ${before[column]} then ${after[column]} else ${sql.ref(column)} end`;
      const shared = {
        title: followed("title"),
        location: followed("location"),
        category: followed("category"),
        is_active: followed("is_active"),
      } satisfies Record<keyof SharedColumns, unknown>;
      return { ...shared, revision: eb("revision", "+", 1), revised_at: now };
    })
    .where("family_id", "=", before.family_id)
    .where("series_id", "=", before.id)
    .execute();

/** The single dates of a series become events that never belonged to one. */
export async function freeSingleDates(trx: Db, { family_id, id }: EventKey): Promise<void> {
  await trx
    .updateTable("manual_events")
    .set({ series_id: null, replaced_date: null, replaced_time: null })
    .where("family_id", "=", family_id)
    .where("series_id", "=", id)
    .execute();
  await trx
    .deleteFrom("manual_event_exceptions")
    .where("family_id", "=", family_id)
    .where("manual_event_id", "=", id)
    .execute();
}

/** The single date of a series that was changed last. */
export const findLastSingleDate = (db: Db, familyId: number, seriesId: number) =>
  db
    .selectFrom("manual_events")
    .select("id")
    .where("family_id", "=", familyId)
    .where("series_id", "=", seriesId)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();

// Import

/** Takes that many ids of events, in rising order. */
export async function takeEventIds(trx: Db, count: number): Promise<number[]> {
  const ids = await trx
    .selectFrom(sql`generate_series(1, ${count}::integer)`.as("place"))
    .select(sql<number>`nextval(pg_get_serial_sequence('manual_events', 'id'))`.as("id"))
    .execute();
  return ids.map(({ id }) => id);
}

/** A file may contain lone surrogates, which PostgreSQL refuses in JSON. */
const wellFormed = (_: string, value: unknown): unknown =>
  typeof value === "string" ? value.toWellFormed() : value;

/** Passes all rows as one parameter, because a family can have more values than a statement may have parameters. */
const recordsOf = (table: "manual_events" | "manual_event_exceptions", rows: readonly object[]) =>
  sql`jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows, wellFormed)}::jsonb)`;

/** Kysely has no records of a table. A single statement, so that a date may come before the series that it points to. */
export async function insertImportedEvents(trx: Db, events: readonly NewEventRow[]): Promise<void> {
  const columns = sql.join(Object.keys(events[0] ?? {}).map((column) => sql.ref(column)));
  await sql`insert into manual_events (${columns}) overriding system value
    select ${columns} from ${recordsOf("manual_events", events)}`.execute(trx);
}

export async function insertImportedExceptions(
  trx: Db,
  exceptions: readonly Row<"manual_event_exceptions">[],
): Promise<void> {
  await sql`insert into manual_event_exceptions select * from ${recordsOf("manual_event_exceptions", exceptions)}`.execute(
    trx,
  );
}

/** Events that don't repeat have one occurrence each. */
export const insertSingleOccurrences = (trx: Db, familyId: number) =>
  trx
    .insertInto("manual_event_occurrences")
    .columns(["family_id", "manual_event_id", "starts_on_clock", "ends_on_clock"])
    .expression((eb) =>
      eb
        .selectFrom("manual_events")
        .select(["family_id", "id", "starts_on_clock", "ends_on_clock"])
        .where("family_id", "=", familyId)
        .where("recurrence", "is", null),
    )
    .execute();
