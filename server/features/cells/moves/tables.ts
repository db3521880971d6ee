// Which tables have rows that move with a family, from the catalog, so that no new table is forgotten.
import { type RawBuilder, sql } from "kysely";
import type { Db } from "#server/platform/db/schema.ts";

/** Tables with rows of families or people that do not move, and why. */
export const staying: Readonly<Record<string, string>> = {
  calendar_connection_attempts: "a step on one device, for minutes, at the old address",
  passkey_challenges: "a step on one device, for minutes, at the old address",
  passkeys: "browsers offer them only at the address where they were made",
  phone_recordings: "a family moves when its recordings have been fetched",
  sign_in_codes: "their hashes have the key of one server, and they work for minutes",
};

/** Tables of people that also name a family. They move with their person. */
const ofPeople = ["sessions"];

export interface MovedTable {
  readonly name: string;
  /** Whose rows these are: the family's own, those of people who move, or some of both. */
  readonly owner: "family" | "people" | "both";
  /** The columns that are stored, without those that PostgreSQL computes. */
  readonly columns: readonly string[];
  /** Those that have the id of a person. */
  readonly people: readonly string[];
}

/** All but `families`, `people` and `media` itself, each after those that it refers to. */
export async function movedTables(db: Db): Promise<MovedTable[]> {
  const { rows } = await sql<MovedTable>`
    with recursive tables as (
      select c.oid, c.relname as name,
        bool_or(a.attname = 'family_id') and c.relname <> all (${ofPeople}) as is_of_family,
        bool_and(a.attnotnull) filter (where a.attname = 'family_id') as is_always_of_family,
        array_agg(a.attname::text order by a.attnum) filter (where a.attgenerated = '') as columns
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
        and c.relname <> all (${["families", "people", "media", ...Object.keys(staying)]})
      group by c.oid, c.relname
    ), moved as (
      select * from tables t where is_of_family or exists (
        select from pg_constraint f where f.contype = 'f' and f.conrelid = t.oid and f.confrelid = 'people'::regclass
      )
    ), pairs as (
      select f.conrelid, here.attname as here, f.confrelid, there.attname as there from pg_constraint f
      cross join unnest(f.conkey, f.confkey) as pair (here, there)
      join pg_attribute here on here.attrelid = f.conrelid and here.attnum = pair.here
      join pg_attribute there on there.attrelid = f.confrelid and there.attnum = pair.there
      where f.contype = 'f'
    ), people as (
      select 'people'::regclass::oid as oid, 'id'::name as name
      union
      select pairs.conrelid, pairs.here from people join pairs on pairs.confrelid = people.oid and pairs.there = people.name
    ), depths as (
      select oid, 0 as depth from moved
      union
      select f.conrelid, d.depth + 1 from depths d
      join pg_constraint f on f.contype = 'f' and f.confrelid = d.oid and f.conrelid <> d.oid
      join moved on moved.oid = f.conrelid
    )
    select m.name, m.columns,
      case when not m.is_of_family then 'people' when m.is_always_of_family then 'family' else 'both' end as owner,
      array(select p.name::text from people p where p.oid = m.oid order by 1) as people
    from moved m join depths d using (oid) group by m.oid, m.name, m.columns, m.is_of_family, m.is_always_of_family
    order by max(d.depth), m.name`.execute(db);
  return rows;
}

/** What a device of somebody needs to stay signed in and get messages. It moves even to an account that the other cell knows. */
export const ofDevices: readonly string[] = [
  "push_subscriptions",
  "remembered_devices",
  "return_tokens",
  "sessions",
];

/** What somebody needs to be reached by a second family at another cell, where their devices are not signed in. */
const ofReachability: readonly string[] = [
  "apprise_addresses",
  "contact_methods",
  "identities",
  "ntfy_topics",
  "people_pictures",
  "weekly_tests",
];

export interface Owners {
  readonly familyId: number;
  /** Members without another family here. Their accounts and devices move. */
  readonly movers: readonly number[];
  /** Members who have another family here, too. They get an account at the other cell and keep the one here. */
  readonly others: readonly number[];
}

/** Which of a table's rows move. */
export function rowsOf(
  { name, owner }: MovedTable,
  { familyId, movers, others }: Owners,
): RawBuilder<unknown> {
  const ofFamily = sql`family_id = ${familyId}`;
  const people = ofReachability.includes(name) ? [...movers, ...others] : movers;
  const ofMovers = sql`person_id = any (${people}::integer[])`;
  if (owner === "family") return ofFamily;
  return owner === "people" ? ofMovers : sql`(${ofFamily} or family_id is null and ${ofMovers})`;
}
