// Runs the script that spreads families over the machines of a cluster, with stand-ins for the two functions of Citus.
import { readFileSync } from "node:fs";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { useServer } from "#tests/support/server.ts";

const server = useServer();

test("the script for Citus spreads every table with rows of families, and leaves no key or reference that only one machine could keep", async () => {
  const { kysely: db } = server().database;
  const citus = `
    create table spread_tables (place integer generated always as identity, name text, by text);
    create function create_reference_table(name text) returns void language sql as
      'insert into spread_tables (name) values (name)';
    create function create_distributed_table(name text, by text, colocate_with text) returns void language sql as
      'insert into spread_tables (name, by) values (name, by)';`;
  await sql.raw(citus + readFileSync("ops/citus.sql", "utf8")).execute(db);
  const ownColumn = sql`case when c.relname = 'families' then 'id' else 'family_id' end`;
  const left = await sql<{ name: string }>`
    with families as (select name::regclass as oid, by, place from spread_tables where by is not null)
    select 'not spread: ' || c.relname as name from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = ${ownColumn} and a.attnotnull
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and (a.attname = 'family_id' or c.relname = 'families')
      and c.oid not in (select oid from families)
    union all
    select 'too early: ' || f.conname from pg_constraint f
    join families o on o.oid = f.conrelid join families r on r.oid = f.confrelid
    where f.contype = 'f' and o.place < r.place
    union all
    select 'reference: ' || f.conname from pg_constraint f
    where f.contype = 'f' and (f.conrelid in (select oid from families)) <> (f.confrelid in (select oid from families))
      and f.confrelid not in (select name::regclass from spread_tables where by is null)
    union all
    select 'key: ' || i.indexrelid::regclass from pg_index i
    join families s on s.oid = i.indrelid
    join pg_attribute a on a.attrelid = i.indrelid and a.attname = s.by
    where i.indisunique and not a.attnum = any (i.indkey::smallint[])`.execute(db);
  expect(left.rows.map(({ name }) => name)).toEqual([]);
  const { rows } = await sql<{ name: string; by: string | null }>`select name, by from spread_tables`.execute(
    db,
  );
  expect(rows).toContainEqual({ name: "help_requests", by: "family_id" });
  expect(rows).toContainEqual({ name: "families", by: "id" });
  expect(rows).toContainEqual({ name: "people", by: null });
});
