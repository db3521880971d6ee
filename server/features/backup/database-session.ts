// A connection for work that may take as long as reading the whole database, and the tables it finds there.
import { Client } from "pg";

export interface Table {
  readonly name: string;
  /** Only stored columns, because PostgreSQL computes generated columns again. */
  readonly columns: readonly string[];
}

/** A database that is backed up before a migration may have files without keys. All of them stay in their rows. */
export const hasKeys = (tables: readonly Pick<Table, "name" | "columns">[]): boolean =>
  tables.some(({ name, columns }) => name === "media" && columns.includes("content_key"));

export interface Sequence {
  readonly name: string;
  /** A string, because it can exceed 2^53. */
  readonly lastValue: string;
  readonly isCalled: boolean;
}

// Fixes the format of values, whatever the server or the account is set to, and lifts the time limit of statements.
const settings = `select set_config(name, value, false) from (values
    ('datestyle', 'ISO, YMD'), ('intervalstyle', 'postgres'), ('timezone', 'UTC'), ('bytea_output', 'hex'),
    ('extra_float_digits', '1'), ('statement_timeout', '0'), ('transaction_timeout', '0'),
    ('idle_in_transaction_session_timeout', '0')
  ) as wanted (name, value) where name in (select name from pg_settings)`;

export async function withSession<Result>(
  url: string,
  use: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    application_name: "porchlight backup",
  });
  // A broken connection fails the running query.
  client.on("error", () => {});
  await client.connect();
  try {
    await client.query(settings);
    return await use(client);
  } finally {
    await client.end();
  }
}

/** The tables of our schema, without those that belong to an extension. */
export async function listTables(client: Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select c.relname::text as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid and deptype = 'e')
    group by c.relname order by c.relname collate "C"`);
  return rows;
}

export async function listSequences(client: Client): Promise<Sequence[]> {
  const { rows } = await client.query<Sequence>(`
    select sequencename::text as name, coalesce(last_value, start_value)::text as "lastValue",
      last_value is not null as "isCalled"
    from pg_sequences where schemaname = current_schema() order by sequencename collate "C"`);
  return rows;
}
