// The columns of all tables of families, from the catalog of the real database, and how to change any of them.
import { sql } from "kysely";
import type { Db } from "#server/platform/db/schema.ts";

export interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  /** The column that it points to. */
  readonly target: { readonly table: string; readonly name: string } | null;
}

/**
 * Every column of `families`, and of each table with rows of families, except the family's own id there. PostgreSQL
 * computes generated columns itself.
 */
export async function columnsOfFamilies(db: Db): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select c.table_name as "table", c.column_name as name, c.data_type as type, (
        select json_build_object('table', k.confrelid::regclass::text, 'name', there.attname)
        from pg_constraint k
        cross join unnest(k.conkey, k.confkey) as pair (here, there)
        join pg_attribute here on here.attrelid = k.conrelid and here.attnum = pair.here
        join pg_attribute there on there.attrelid = k.confrelid and there.attnum = pair.there
        where k.contype = 'f' and k.conrelid = format('public.%I', c.table_name)::regclass
          and here.attname = c.column_name limit 1
      ) as target
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER'
      and c.column_name <> 'family_id'
      and (c.table_name = 'families' or exists (
        select from information_schema.columns o where o.table_schema = 'public'
          and o.table_name = c.table_name and o.column_name = 'family_id'
      ))
    order by c.table_name, c.ordinal_position`.execute(db);
  return rows;
}

/** Lets any column have any value of its type. For a database that nothing else uses. */
export async function dropConstraints(db: Db): Promise<void> {
  await sql`do $$ declare each record; begin
    for each in select conrelid::regclass as owner, conname from pg_constraint
      where contype in ('c', 'f') and connamespace = 'public'::regnamespace
    loop execute format('alter table %s drop constraint %I cascade', each.owner, each.conname); end loop;
    for each in select table_name, column_name from information_schema.columns
      where table_schema = 'public' and is_identity = 'YES'
    loop execute format('alter table %I alter %I drop identity', each.table_name, each.column_name); end loop;
    for each in select table_name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE'
    loop execute format('alter table %I disable trigger user', each.table_name); end loop;
  end $$`.execute(db);
}

// The steps are so large that no changed row meets another one.
const changed: Readonly<Record<string, (column: string) => string>> = {
  integer: (column) => `coalesce(${column}, 0) + 1000000`,
  bigint: (column) => `coalesce(${column}, 0) + 1000000`,
  text: (column) => `coalesce(${column}, '') || 'x'`,
  boolean: (column) => `not coalesce(${column}, false)`,
  date: (column) => `coalesce(${column}, '2026-01-01') + 1000`,
  "timestamp with time zone": (column) => `coalesce(${column}, '2026-01-01') + interval '1000 days'`,
  "timestamp without time zone": (column) => `coalesce(${column}, '2026-01-01') + interval '1000 days'`,
  "time without time zone": (column) => `coalesce(${column}, '00:00') + interval '1 hour'`,
  bytea: (column) => `coalesce(${column}, '') || 'x'`,
  jsonb: () => `'["x"]'`,
  ARRAY: (column) => `array_append(coalesce(${column}, '{}'), 'x')`,
};

/** Gives a column of a family's rows another value in each of them. An empty one points to a row that there is. */
export async function changeColumn(
  trx: Db,
  { table, name, type, target }: Column,
  familyId: number,
): Promise<void> {
  const change = changed[type];
  if (!change)
    throw new Error(`Please say in ${import.meta.filename} how a column of type ${type} is changed.`);
  const other = sql.raw(change(`"${name}"`));
  const value = target
    ? sql`case when ${sql.ref(name)} is null then (select max(${sql.ref(target.name)}) from ${sql.table(target.table)})
        else ${other} end`
    : other;
  const key = table === "families" ? "id" : "family_id";
  await sql`update ${sql.table(table)} set ${sql.ref(name)} = ${value}
    where ${sql.ref(key)} = ${familyId}`.execute(trx);
}
