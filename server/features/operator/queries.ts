import { sql } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import type { Db } from "#server/platform/db/schema.ts";

const people = (db: Db) =>
  db
    .selectFrom("people as p")
    .select(["p.id", "p.username as name"])
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
    .orderBy("p.id");

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

/** The people whose name has these words as a part. */
export const findPeoplePartlyNamed = (db: Db, words: string, max: number) =>
  people(db)
    .where(sql<boolean>`position(' ' || lower(${words}) || ' ' in ' ' || lower(p.username) || ' ') > 0`)
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
