// Makes a database of 200,000 families out of a few: each row is copied many times, with new ids. New tables and
// columns are copied like the others, so that none can be left empty.
import { Client } from "pg";
import { query } from "#tests/support/embedded.ts";

/** Tables that don't grow with the number of families, each with the reason. */
export const fixedTables: ReadonlyMap<string, string> = new Map([
  ["arriving_media", "the files of a family that is about to arrive"],
  ["backups", "one row for each daily backup"],
  ["help_categories", "the product brings them"],
  ["help_phrases", "the product brings them"],
  ["help_request_transitions", "the product brings them"],
  ["jobs", "one row for each job"],
  ["limit_hits", "one row for each limit and each hour of a week"],
  ["operator_choices", "one row for each choice of the operator"],
  ["media_leftovers", "emptied every minute"],
  ["migrations", "one row for each migration"],
  ["moved_families", "one row for each family that has moved away in thirty days"],
  ["sandbox_messages", "only the newest are kept, and only in the sandbox"],
  ["secret_key", "one row"],
]);

interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  /** Whether it is an id, in this table or another one that grows. */
  readonly is_id: boolean;
  /** Whether it belongs to a unique index without an id. */
  readonly is_unique: boolean;
}

const listColumns = `
  with columns as (
    select c.oid as relation, c.relname as "table", a.attname as name, a.attnum as number,
      format_type(a.atttypid, null) as type,
      a.atttypid in ('int4'::regtype, 'int8'::regtype)
        and (a.attidentity <> '' or a.attname = 'id' or a.attname like '%\\_id' or count(f) > 0)
        and coalesce(bool_and(f.confrelid::regclass::text <> all ($1)), true) as is_id
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    left join pg_constraint f on f.contype = 'f' and f.conrelid = c.oid and a.attnum = any (f.conkey)
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname <> all ($1)
    group by c.oid, c.relname, a.attname, a.attnum, a.atttypid, a.attidentity
  ), in_unique as (
    select i.indexrelid as index, i.indrelid as relation, number from pg_index i, unnest(i.indkey::int[]) as number
    where i.indisunique
    union
    select i.indexrelid, i.indrelid, d.refobjsubid from pg_index i
    join pg_depend d on d.objid = i.indexrelid and d.refobjid = i.indrelid and d.refobjsubid > 0
    where i.indisunique and i.indexprs is not null
  ), without_id as (
    select index from in_unique left join columns using (relation, number)
    group by index having not bool_or(coalesce(is_id, false))
  )
  select "table", name, type, is_id, exists (
      select from in_unique u join without_id using (index)
      where u.relation = columns.relation and u.number = columns.number
    ) as is_unique
  from columns order by "table", columns.number`;

/** Copies are due, or begin, a year later, so that a test only does the work of its own families. */
const dueColumns = [
  "sent_at",
  "due_at",
  "check_at",
  "fetch_at",
  "next_step_at",
  "lease_until",
  "delete_at",
  "expires_at",
  "started_at",
  "hour",
  "webhook_deliveries.created_at",
];

/** The value of a column in copy number `k`. */
function copied({ table, name, type, is_id, is_unique }: Column, idsPerCopy: number): string {
  const value = `"${name}"`;
  if (is_id) return `${value} + k * ${idsPerCopy}`;
  // No attempts have failed in the copied families.
  if (name === "attempts") return "0";
  if (name === "phone_number" || name === "address")
    return `case when ${value} like '+%' then '+' || substr(${value}, 2)::bigint + k * 10000 else ${value} || k end`;
  if (name === "email") return `k || '.' || ${value}`;
  if (dueColumns.includes(name) || dueColumns.includes(`${table}.${name}`))
    return `case when ${value} is null then null else greatest(${value}, now()) + interval '1 year' + k * interval '1 minute' end`;
  if (is_unique && type === "bytea") return `sha256(${value} || convert_to(k::text, 'UTF8'))`;
  if ((is_unique || name === "subject") && type === "text") return `${value} || '.' || k`;
  return value;
}

/**
 * A test's calls leave more messages than an ordinary family has. The first ones are copied: without an order, it would
 * depend on vacuum which ones are.
 */
const maxRowsCopied = 400;

/** Warnings to the operator belong to no family. */
const copiedRows: Readonly<Record<string, string>> = { messages: "kind <> 'operator-warning'" };

function copying(table: string, columns: readonly Column[], copies: number, idsPerCopy: number): string {
  const names = columns.map(({ name }) => `"${name}"`).join();
  const values = columns.map((column) => copied(column, idsPerCopy));
  return `insert into "${table}" (${names}) overriding system value
    select ${values.join()} from (
      select * from "${table}" where ${copiedRows[table] ?? "true"} order by 1 limit ${maxRowsCopied}
    ), generate_series(1, ${copies}) as k`;
}

async function tablesOf(client: Client): Promise<Map<string, Column[]>> {
  const { rows } = await client.query<Column>(listColumns, [[...fixedTables.keys()]]);
  return Map.groupBy(rows, ({ table }) => table);
}

/** Lists the empty tables, whose plans would differ from those of full ones. */
export async function emptyTables(url: string): Promise<string[]> {
  const found = await query<{ name: string }>(
    url,
    "select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and reltuples = 0",
  );
  return found.map(({ name }) => name).filter((name) => !fixedTables.has(name));
}

/** Copies the existing families until there are this many. */
export async function multiplyFamilies(url: string, families: number): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  // Triggers and foreign keys would only repeat what already holds for the copied rows.
  await client.query("set session_replication_role = replica; set synchronous_commit = off");
  const tables = await tablesOf(client);
  const { rows } = await client.query<{ here: number; ids: number }>(`
    select (select count(*) from families)::integer as here,
      (select max(last_value) + 1 from pg_sequences where schemaname = 'public' and last_value < 1000000)::integer as ids`);
  const [{ here, ids } = { here: 1, ids: 1 }] = rows;
  const copies = Math.ceil(families / here);
  for (const [table, columns] of tables) await client.query(copying(table, columns, copies, ids));
  // The families of the next test get the numbers and addresses of these, so these are changed.
  await client.query(`update people set phone_number = '+1213' || substr(phone_number, 6), email = 'first.' || email
    where id < ${ids}`);
  const { rows: sequences } = await client.query<{ name: string }>(
    "select format('%I.%I', schemaname, sequencename) as name from pg_sequences where schemaname = 'public'",
  );
  for (const { name } of sequences) await client.query("select setval($1, $2)", [name, ids * (copies + 2)]);
  await client.query("vacuum analyze");
  await client.end();
}
