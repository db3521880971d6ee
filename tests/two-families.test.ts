// A person can be in two families. Nothing that anybody does in one of them changes anything in the other.
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { makeSignInCode, signInByCode } from "#contract/accounts/sign-in-codes.ts";
import type { EndpointShape } from "#contract/endpoint.ts";
import { leaveFamily, removeMember, startFamily } from "#contract/families.ts";
import { fillEveryTable, tablesOfFamilies } from "./support/every-table.ts";
import { useFeedServer } from "./support/feed-server.ts";
import { join, reyesFamily } from "./support/people.ts";
import { endpointNamed, nameOf, prepareCall, writingCalls } from "./support/sample-calls.ts";
import { useServer } from "./support/server.ts";

const server = useServer();
const feeds = useFeedServer();

/** The family with rows in every table that must not change. */
let otherFamily: number;
let tables: string[];
let columnsOfPeople: { table: string; column: string }[];
/** Who is an admin, a child and a grandparent of the other family. */
let itsPeople: number[];

/** Every column of a family's table that names a person. */
async function findColumnsOfPeople() {
  const { rows } = await sql<{ table: string; column: string }>`
    select distinct conrelid::regclass::text as "table", attname as "column"
    from pg_constraint join pg_attribute on attrelid = conrelid and attnum = any (conkey)
    where contype = 'f' and attname <> 'family_id' and conrelid::regclass::text = any (${tables})
      and confrelid in ('people'::regclass, 'memberships'::regclass, 'participants'::regclass)`.execute(
    server().database.kysely,
  );
  return rows;
}

beforeAll(async () => {
  const { world, database } = server();
  otherFamily = await fillEveryTable(world);
  tables = await tablesOfFamilies(world);
  columnsOfPeople = await findColumnsOfPeople();
  const { rows } = await sql<{ person_id: number }>`
    select distinct on (role) role, person_id from memberships
    where family_id = ${otherFamily} order by role, person_id`.execute(database.kysely);
  itsPeople = rows.map(({ person_id }) => person_id);
  // With somebody else who looks after it, everybody may leave the other family.
  await join(server(), { familyId: otherFamily }, "admin", "Sam");
});

/** Puts these people in the places of others: everything that belonged to those now belongs to these. */
async function replacePeople(newPeople: number[]): Promise<void> {
  await server()
    .database.kysely.transaction()
    .execute(async (trx) => {
      // The other family's history does not matter here, and triggers and keys would refuse a change of it.
      await sql`set local session_replication_role = replica`.execute(trx);
      for (const { table, column } of columnsOfPeople)
        await sql`update ${sql.table(table)} set ${sql.ref(column)} =
            (${sql.val(newPeople)}::int[])[array_position(${sql.val(itsPeople)}::int[], ${sql.ref(column)})]
          where family_id = ${otherFamily} and ${sql.ref(column)} = any (${itsPeople})`.execute(trx);
    });
  itsPeople = newPeople;
}

async function rowsOfOtherFamily(): Promise<string[]> {
  const queries = tables.map(
    (table) => sql`select ${table} || ' ' || to_jsonb(t)::text as row from ${sql.table(table)} t
      where family_id = ${otherFamily}`,
  );
  const { rows } = await sql<{ row: string }>`
    select 'families ' || to_jsonb(t)::text as row from families t where id = ${otherFamily}
    union all ${sql.join(queries, sql` union all `)} order by 1`.execute(server().database.kysely);
  return rows.map(({ row }) => row);
}

/** Calls that are refused to somebody who is in another family too. */
const refused: EndpointShape[] = [makeSignInCode, signInByCode, startFamily];

/** What goes with a session, and what a change of an account writes. */
const ofAccount = ["sessions", "calendar_connection_attempts", "activity"];

/** Changes of an account concern every family of its person, and a session moves to the family that is left. */
function isOfAccount({ path }: EndpointShape, row: string): boolean {
  const table = row.slice(0, row.indexOf(" "));
  if (/^\/api\/(account|auth|login|operator\/people)/.test(path)) return ofAccount.includes(table);
  return (path === removeMember.path || path === leaveFamily.path) && table === "sessions";
}

const names = writingCalls.map(([name]) => name).filter((name) => !refused.map(nameOf).includes(name));

/** The first person has most of the rows of the other family. */
function changeNothing(order: readonly ("anna" | "ben" | "rose")[]): void {
  it.each(names)("%s changes nothing there", async (name) => {
    const endpoint = endpointNamed(server(), name);
    const family = await reyesFamily(server());
    await replacePeople(order.map((name) => family[name].id));
    const call = await prepareCall(server(), feeds, endpoint, { family });
    const before = await rowsOfOtherFamily();
    await call();
    const after = await rowsOfOtherFamily();
    const isGone = (row: string) => !after.includes(row) && !isOfAccount(endpoint, row);
    const isNew = (row: string) => !before.includes(row) && !isOfAccount(endpoint, row);
    expect({ gone: before.filter(isGone), added: after.filter(isNew) }).toEqual({ gone: [], added: [] });
  });
}

describe("where Anna looks after the other family", () => changeNothing(["anna", "ben", "rose"]));
describe("where Ben looks after the other family", { tags: "extended" }, () =>
  changeNothing(["ben", "rose", "anna"]),
);
