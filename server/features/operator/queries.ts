import { sql } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import type { Db } from "#server/platform/db/schema.ts";

/** `search` is a query of PostgreSQL's text search. */
const wordsOf = (column: "username" | "name", search: string) =>
  sql<boolean>`to_tsvector('simple', ${sql.ref(column)}) @@ to_tsquery('simple', ${search})`;

// Found by an index of their own, before anything is sorted: otherwise PostgreSQL may look through everybody in their order.
const anyOf = (ids: readonly number[]) => sql<number>`any (${ids}::integer[])`;

const people = (db: Db, order: "asc" | "desc" = "asc") =>
  db
    .selectFrom("people as p")
    .leftJoin("account_deletions as d", "d.person_id", "p.id")
    .select(["p.id", "p.username as name", "p.is_operator as isOperator", "d.due_at as deletionDueAt"])
    // Somebody who sees the operator's screen cannot read a whole number.
    .select(sql<string | null>`right(p.phone_number, 2)`.as("lastDigits"))
    .select((select) => [
      select
        .selectFrom("sessions as s")
        .select((columns) => columns.fn.max<Date | null>("s.last_used_at").as("at"))
        .whereRef("s.person_id", "=", "p.id")
        .as("lastSeenAt"),
      jsonArrayFrom(
        select
          .selectFrom("memberships as m")
          .innerJoin("families as f", "f.id", "m.family_id")
          .select(["f.id", "f.name", "m.role"])
          .whereRef("m.person_id", "=", "p.id")
          .orderBy("m.joined_at")
          .orderBy("f.id"),
      ).as("families"),
    ])
    .orderBy("p.id", order);

export const findPeople = (db: Db, max: number) => people(db).limit(max).execute();

export const findPersonById = (db: Db, id: number) => people(db).where("p.id", "=", id).execute();

interface Words {
  readonly phoneNumber: string | null;
  readonly words: string;
}

/** The people with this phone number, e-mail address or name. */
export const findPeopleNamed = (db: Db, { phoneNumber, words }: Words, max: number) =>
  people(db)
    .where(
      sql<boolean>`(p.phone_number = ${phoneNumber} or lower(p.email) = lower(${words})
        or comparable_name(p.username) = comparable_name(${words}))`,
    )
    .limit(max)
    .execute();

/** The people whose names have such words. */
export async function findPeopleByWords(db: Db, search: string, max: number) {
  const found = db.selectFrom("people").select("id").where(wordsOf("username", search)).limit(max);
  const ids = (await found.execute()).map(({ id }) => id);
  return await people(db).where("p.id", "=", anyOf(ids)).execute();
}

/** People from the newest on, or from the one after `before`. */
export const findNewestPeople = (db: Db, before: number | undefined, max: number) =>
  people(db, "desc")
    .$if(before !== undefined, (query) => query.where("p.id", "<", before ?? 0))
    .limit(max)
    .execute();

export async function countPeople(db: Db): Promise<number> {
  const counted = db.selectFrom("people").select(({ fn }) => fn.countAll<number>().as("count"));
  return (await counted.executeTakeFirstOrThrow()).count;
}

interface DatabaseState {
  version: string;
  bytes: number;
  schema: string;
  migrations: number;
  people: number;
  families: number;
}

/** One template, because most of it is asked of PostgreSQL itself, and the table of migrations is not part of the schema. */
export async function findDatabaseState(db: Db): Promise<DatabaseState> {
  const { rows } = await sql<DatabaseState>`
    select current_setting('server_version') as version, pg_database_size(current_database()) as bytes,
      (select max(name) from migrations) as schema, (select count(*) from migrations) as migrations,
      (select count(*) from people) as people, (select count(*) from families) as families`.execute(db);
  const [found] = rows;
  if (!found) throw new Error("The database did not answer.");
  return found;
}

export const countFamiliesOnTheirWay = (db: Db) =>
  db
    .selectFrom("moved_families")
    .select("origin")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("due_at", "is not", null)
    .groupBy("origin")
    .orderBy("origin")
    .execute();

/** How many files and bytes are in each store, and how many objects wait to be deleted. */
export async function countMedia(db: Db) {
  return await db
    .selectFrom("media")
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere("bytes", "is not", null).as("inDatabase"),
      fn
        .coalesce(fn.sum<number>("size").filterWhere("bytes", "is not", null), sql<number>`0`)
        .as("databaseBytes"),
      fn.countAll<number>().filterWhere("bytes", "is", null).as("inBucket"),
      fn.coalesce(fn.sum<number>("size").filterWhere("bytes", "is", null), sql<number>`0`).as("bucketBytes"),
    ])
    .select((eb) =>
      eb
        .selectFrom("media_leftovers")
        .select(({ fn }) => fn.countAll<number>().as("n"))
        .$asScalar()
        .as("leftovers"),
    )
    .executeTakeFirstOrThrow();
}

interface WarningKey {
  readonly kind: string;
  readonly cause: string;
  /** The value of `about` for the message that the cause is over. */
  readonly over: string;
}

/** When the outbox last had a warning of this cause, and the message that it is over. */
export const findLastWarning = (db: Db, { kind, cause, over }: WarningKey) =>
  db
    .selectFrom("messages")
    .select(({ fn }) => [
      fn
        .max<Date | null>("created_at")
        .filterWhere(sql`split_part(about, ' ', 1)`, "=", cause)
        .as("warnedAt"),
      fn.max<Date | null>("created_at").filterWhere("about", "=", over).as("overAt"),
    ])
    .where("kind", "=", kind)
    .executeTakeFirstOrThrow();

export const markOperator = (db: Db, personId: number, isOperator: boolean) =>
  db.updateTable("people").set({ is_operator: isOperator }).where("id", "=", personId).execute();

const families = (db: Db, since: Date) =>
  db
    .selectFrom("families as f")
    .leftJoin("family_deletions as d", "d.family_id", "f.id")
    .select(["f.id", "f.name", "f.created_at as createdAt", "f.stored_megabytes as ownQuota"])
    .select("d.due_at as deletionDueAt")
    .select((select) => [
      select
        .selectFrom("memberships as m")
        .select(({ fn }) => fn.countAll<number>().as("count"))
        .whereRef("m.family_id", "=", "f.id")
        .$asScalar()
        .$notNull()
        .as("people"),
      select
        .selectFrom("memberships as m")
        .innerJoin("sessions as s", "s.person_id", "m.person_id")
        .select(({ fn }) => fn.max<Date | null>("s.last_used_at").as("at"))
        .whereRef("m.family_id", "=", "f.id")
        .as("lastSeenAt"),
      select
        .selectFrom("family_files as i")
        .select(sql<number>`coalesce(sum(i.bytes), 0)::bigint`.as("bytes"))
        .whereRef("i.family_id", "=", "f.id")
        .$asScalar()
        .$notNull()
        .as("storedBytes"),
      select
        .selectFrom("help_requests as r")
        .select(({ fn }) => fn.countAll<number>().as("count"))
        .whereRef("r.family_id", "=", "f.id")
        .where("r.asked_at", ">", since)
        .$asScalar()
        .$notNull()
        .as("requests"),
    ])
    .orderBy("f.id", "desc");

/** Families from the newest on, or from the one after `before`, with their requests since then. */
export const findNewestFamilies = (db: Db, since: Date, before: number | undefined, max: number) =>
  families(db, since)
    .$if(before !== undefined, (query) => query.where("f.id", "<", before ?? 0))
    .limit(max)
    .execute();

/** The families whose names have such words. */
export async function findFamiliesByWords(db: Db, since: Date, search: string, max: number) {
  const found = db.selectFrom("families").select("id").where(wordsOf("name", search)).limit(max);
  const ids = (await found.execute()).map(({ id }) => id);
  return await families(db, since).where("f.id", "=", anyOf(ids)).execute();
}

export const findFamilyById = (db: Db, since: Date, id: number) =>
  families(db, since).where("f.id", "=", id).execute();

/** Returns whether there is such a family. */
export async function updateQuota(db: Db, familyId: number, megabytes: number | null): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("families")
    .set({ stored_megabytes: megabytes })
    .where("id", "=", familyId)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Returns whether there is such a person. */
export async function hasPerson(db: Db, id: number): Promise<boolean> {
  const person = db.selectFrom("people").select("id").where("id", "=", id);
  return (await person.executeTakeFirst()) !== undefined;
}
