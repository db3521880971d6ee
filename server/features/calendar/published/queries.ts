import { sql } from "kysely";
import type { EventCategory, EventPart } from "#contract/calendar/calendar.ts";
import type { Db, Row } from "#server/platform/db/schema.ts";
import { exceptionsOf, replacedDate } from "../manual-events/queries.ts";

type Address = Row<"published_calendars">;

// Addresses

export const findAddress = (db: Db, familyId: number, personId: number) =>
  db
    .selectFrom("published_calendars")
    .selectAll()
    .where("family_id", "=", familyId)
    .where("person_id", "=", personId)
    .executeTakeFirst();

/** Returns undefined for a person who is not a member. A member stays one until the transaction ends. */
export const holdMembership = (trx: Db, familyId: number, personId: number) =>
  trx
    .selectFrom("memberships")
    .select("person_id")
    .where("family_id", "=", familyId)
    .where("person_id", "=", personId)
    .forKeyShare()
    .executeTakeFirst();

/** The chosen contents of an earlier address stay as they were. */
export const upsertAddress = (
  trx: Db,
  {
    family_id,
    person_id,
    ...address
  }: Pick<Address, "family_id" | "person_id" | "secret_hash" | "sealed_secret" | "digest" | "changed_at">,
) =>
  trx
    .insertInto("published_calendars")
    .values({ family_id, person_id, ...address })
    .onConflict((conflict) => conflict.columns(["family_id", "person_id"]).doUpdateSet(address))
    .returningAll()
    .executeTakeFirstOrThrow();

/** Returns undefined if there is no address. */
export const updateContents = (
  trx: Db,
  familyId: number,
  personId: number,
  contents: Partial<Pick<Address, "categories" | "has_own_events">>,
) =>
  trx
    .updateTable("published_calendars")
    .set(contents)
    .where("family_id", "=", familyId)
    .where("person_id", "=", personId)
    .returningAll()
    .executeTakeFirst();

/** Returns undefined if there was no address. */
export const deleteAddress = (trx: Db, familyId: number, personId: number) =>
  trx
    .deleteFrom("published_calendars")
    .where("family_id", "=", familyId)
    .where("person_id", "=", personId)
    .returning("person_id")
    .executeTakeFirst();

// What an address leads to

/** Finds the calendar at an address, and whether its repeating events are expanded up to a day. */
export const findCalendarAt = (db: Db, secretHash: Buffer, expandedUntil: string) =>
  db
    .selectFrom("published_calendars as a")
    .innerJoin("families as f", "f.id", "a.family_id")
    .select(["a.family_id", "a.person_id", "a.categories", "a.has_own_events", "a.digest", "a.changed_at"])
    .select(["f.name", "f.time_zone"])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom("manual_events as e")
            .whereRef("e.family_id", "=", "a.family_id")
            .where("e.expanded_until", "<", expandedUntil),
        )
        .as("is_behind"),
    )
    .where("a.secret_hash", "=", secretHash)
    .executeTakeFirst();

export const updateDigest = (
  db: Db,
  { family_id, person_id }: Pick<Address, "family_id" | "person_id">,
  digest: string,
  now: Date,
) =>
  db
    .updateTable("published_calendars")
    .set({ digest, changed_at: now })
    .where("family_id", "=", family_id)
    .where("person_id", "=", person_id)
    .where("digest", "is distinct from", digest)
    .execute();

/** A family's name, its zone, and the day of its first event, or that of its beginning if that is earlier. */
export const findSpan = (db: Db, familyId: number) =>
  db
    .selectFrom("families as f")
    .select(["f.name", "f.time_zone as timeZone"])
    .select(
      sql<string>`to_char(least(
        (select min(starts_on_clock) from manual_events where family_id = f.id), f.created_at at time zone 'UTC'
      ), 'YYYY-MM-DD')`.as("first"),
    )
    .where("f.id", "=", familyId)
    .executeTakeFirst();

/** Which events go out. */
export interface Wanted {
  readonly familyId: number;
  readonly categories: readonly EventCategory[];
  /** The person whose own Google calendars are left out, because their app shows them already. */
  readonly excludedOwner: number | null;
  /** Events that ended before this day are left out. */
  readonly first: string;
  /** The times, on the family's clock, that a clock change skips or repeats. */
  readonly clockChanges: readonly { readonly begins: string; readonly ends: string }[];
}

const oneOf = (categories: readonly EventCategory[]) => sql<EventCategory>`any(${categories}::text[])`;

/** The starts of the occurrences during which, or at whose end, the clocks change. */
const crossings = (db: Db, { familyId, clockChanges }: Wanted) =>
  db
    .selectFrom(
      sql<{ begins: string; ends: string }>`unnest(
        ${clockChanges.map(({ begins }) => begins)}::timestamp[], ${clockChanges.map(({ ends }) => ends)}::timestamp[])`.as<"change">(
        sql`change(begins, ends)`,
      ),
    )
    .innerJoin("manual_event_occurrences as o", (join) =>
      join
        .onRef("o.starts_on_clock", "<", "change.ends")
        .onRef("o.ends_on_clock", ">=", "change.begins")
        // One that started earlier than the family's longest event takes is over.
        .on(
          "o.starts_on_clock",
          ">=",
          sql<string>`change.begins
            - (select max(ends_on_clock - starts_on_clock) from manual_events where family_id = ${familyId})`,
        ),
    )
    .select(["o.manual_event_id", sql<string[]>`array_agg(distinct o.starts_on_clock::text)`.as("starts")])
    .where("o.family_id", "=", familyId)
    .groupBy("o.manual_event_id");

const manualEvents = (db: Db, wanted: Wanted) =>
  db
    .with(
      (cte) => cte("crossing").materialized(),
      () => crossings(db, wanted),
    )
    .selectFrom("manual_events as e")
    .leftJoin("crossing", "crossing.manual_event_id", "e.id")
    .select(["e.id", "e.title", "e.location", "e.category", "e.is_all_day"])
    .select(["e.starts_on_clock as starts", "e.ends_on_clock as ends"])
    .select(["e.revision", "e.revised_at", "e.recurrence", "e.series_id"])
    .select((eb) => {
      const namesOf = (part: EventPart) =>
        sql<string[]>`array(${eb
          .selectFrom("manual_event_people as t")
          .innerJoin("people as p", "p.id", "t.person_id")
          .select("p.username")
          .whereRef("t.family_id", "=", "e.family_id")
          .whereRef("t.manual_event_id", "=", "e.id")
          .where("t.part", "=", part)
          .orderBy("p.id")})`;
      return [
        replacedDate("e").as("replaced_date"),
        namesOf("driving").as("driving"),
        namesOf("coming").as("coming"),
        exceptionsOf("e").as("exceptions"),
        eb.fn.coalesce("crossing.starts", sql<string[]>`'{}'`).as("crossing"),
      ];
    })
    .where("e.family_id", "=", wanted.familyId)
    .where("e.is_active", "=", true)
    .where("e.category", "=", oneOf(wanted.categories))
    .where((eb) =>
      eb.or([
        sql<boolean>`e.recurrence !~ '(UNTIL|COUNT)='`,
        eb.exists(
          eb
            .selectFrom("manual_event_occurrences as o")
            .whereRef("o.family_id", "=", "e.family_id")
            .whereRef("o.manual_event_id", "=", "e.id")
            .where("o.ends_on_clock", ">", wanted.first),
        ),
      ]),
    );

/**
 * The events of subscribed and connected calendars, one row for each occurrence. An event that is in several calendars
 * goes out as Google has it, as in the day.
 */
const importedEvents = (db: Db, { familyId, categories, first, excludedOwner }: Wanted) =>
  db
    .selectFrom(
      db
        .selectFrom("subscribed_calendars as c")
        .innerJoin("subscribed_events as e", (join) =>
          join.onRef("e.family_id", "=", "c.family_id").onRef("e.calendar_id", "=", "c.id"),
        )
        .distinctOn("e.occurrence")
        .select(sql<string>`'feed-' || c.id || '-' || e.occurrence`.as("id"))
        .select(["e.title", "e.location", "e.description", "c.category", "c.purpose", "e.is_all_day"])
        .select(["e.starts_on_clock as starts", "e.ends_on_clock as ends", "e.revision", "e.revised_at"])
        .where("c.family_id", "=", familyId)
        .where("c.purpose", "<>", "local-events")
        .where("c.category", "=", oneOf(categories))
        .where("e.ends_on_clock", ">=", first)
        .orderBy("e.occurrence")
        .orderBy((eb) => eb("c.purpose", "<>", "google"))
        .orderBy("c.id")
        .as("events"),
    )
    .select(["id", "title", "location", "description", "category", "is_all_day", "starts", "ends"])
    .select(["revision", "revised_at"])
    .where((eb) =>
      eb.or([
        eb("purpose", "<>", "google"),
        eb.not(
          eb.exists(
            eb
              .selectFrom("calendar_connections")
              .where("family_id", "=", familyId)
              .where("connected_by", "is not distinct from", excludedOwner),
          ),
        ),
      ]),
    );

/** Birthdays belong to the kind "family". */
const birthdays = (db: Db, { familyId, categories }: Wanted) =>
  db
    .selectFrom("birthdays as b")
    .innerJoin("people as p", "p.id", "b.person_id")
    .innerJoin("families as f", "f.id", "b.family_id")
    .select(["p.id", "p.username as name", "b.month", "b.day", "b.year", "b.changed_at"])
    .where("b.family_id", "=", familyId)
    .where("f.has_birthdays", "=", true)
    .where(sql.val<EventCategory>("family"), "=", oneOf(categories));

/** A digest of all events that go out. Most requests of apps need nothing else, so it is computed where the rows are. */
export async function findDigest(db: Db, wanted: Wanted): Promise<string> {
  const { digest } = await db
    .with("manual", () => manualEvents(db, wanted))
    .with("imported", () => importedEvents(db, wanted))
    .with("birthday", () => birthdays(db, wanted))
    .selectNoFrom(
      sql<string>`md5(concat(
        (select string_agg(manual::text, '' order by id) from manual),
        (select string_agg(imported::text, '' order by id) from imported),
        (select string_agg(birthday::text, '' order by id) from birthday)))`.as("digest"),
    )
    .executeTakeFirstOrThrow();
  return digest;
}

export const findManualEvents = (db: Db, wanted: Wanted) =>
  manualEvents(db, wanted).orderBy("e.id").execute();

export const findImportedEvents = (db: Db, wanted: Wanted) =>
  importedEvents(db, wanted).orderBy("starts").orderBy("id").execute();

export const findBirthdays = (db: Db, wanted: Wanted) => birthdays(db, wanted).orderBy("p.id").execute();
