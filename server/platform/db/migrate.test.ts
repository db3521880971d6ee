import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { cloneDatabase, dumpOf, emptyDatabase, type TestDatabase } from "#tests/support/database.ts";
import { connect } from "./connect.ts";
import { migrate } from "./migrate.ts";

let database: TestDatabase;
let folder: string;
let client: Client;

beforeAll(async () => {
  database = await cloneDatabase();
  client = new Client({ connectionString: database.url });
  await client.connect();
  await client.query("truncate migrations");
  folder = await mkdtemp(join(tmpdir(), "porchlight-migrations-"));
});
afterAll(async () => {
  await client.end();
  await database.drop();
  await rm(folder, { recursive: true });
});

const write = (name: string, sql: string) => writeFile(join(folder, name), sql);

async function tables(): Promise<string[]> {
  const { rows } = await client.query(
    "select relname from pg_class where relname like 'fruit%' and relkind = 'r' order by 1",
  );
  return rows.map(({ relname }) => relname);
}

describe("migrations", () => {
  it("are applied in order and once, even by two servers that start together", async () => {
    await write("001-fruit.sql", "create table fruit (name text);");
    await write("002-apples.sql", "insert into fruit values ('apple');");
    await Promise.all([migrate(database.url, folder), migrate(database.url, folder)]);
    await migrate(database.url, folder);
    expect((await client.query("select name from fruit")).rows).toEqual([{ name: "apple" }]);
  });

  it("a failed one leaves nothing behind", async () => {
    await write("003-broken.sql", "create table fruit_bowl (id int); select 1/0;");
    await expect(migrate(database.url, folder)).rejects.toThrow(
      "003-broken.sql failed and left nothing behind",
    );
    expect(await tables()).toEqual(["fruit"]);
    await rm(join(folder, "003-broken.sql"));
  });

  it("two with the same number are refused, and neither is applied", async () => {
    await write("003-pears.sql", "create table fruit_pears (id int);");
    await write("003-plums.sql", "create table fruit_plums (id int);");
    await expect(migrate(database.url, folder)).rejects.toThrow(
      "The migrations 003-pears.sql and 003-plums.sql have the same number. Please give the newer one the next free number.",
    );
    expect(await tables()).toEqual(["fruit"]);
    await rm(join(folder, "003-plums.sql"));
  });

  it("a newer version's migrations are refused, and no others are applied alongside", async () => {
    await write("003-pears.sql", "insert into fruit values ('pear');");
    await client.query("insert into migrations (name, checksum) values ('004-later.sql', '')");
    await expect(migrate(database.url, folder)).rejects.toThrow(
      "This database was used by a newer Porchlight (it has 004-later.sql). Please start that version or a later one.",
    );
    expect((await client.query("select name from fruit")).rows).toEqual([{ name: "apple" }]);
    await client.query("delete from migrations where name = '004-later.sql'");
    await rm(join(folder, "003-pears.sql"));
  });

  it("a database from before the first release is refused in plain words, and nothing in it changes", async () => {
    const older = await emptyDatabase();
    const database = await connect(older.url);
    onTestFinished(async () => {
      await database.close();
      await older.drop();
    });
    await sql
      .raw(`create table migrations (name text primary key, checksum text, applied_at timestamptz);
        insert into migrations values ('001-families.sql', 'a', now()), ('002-invitations.sql', 'b', now());
        create table families (name text);
        insert into families values ('Miller');`)
      .execute(database.kysely);
    const contents = async () => {
      const tables = await database.kysely.introspection.getTables();
      return [tables.map(({ name }) => name).sort(), await dumpOf(database.kysely)];
    };
    const before = await contents();
    await expect(migrate(older.url)).rejects.toThrow(
      "This database was made by a Porchlight from before the first release, and this version cannot read it. Nothing was changed.",
    );
    expect(await contents()).toEqual(before);
  });

  it("a migration that was edited after it was applied is refused", async () => {
    await write("002-apples.sql", "insert into fruit values ('pear');");
    await expect(migrate(database.url, folder)).rejects.toThrow("002-apples.sql was edited");
  });
});

describe("every table of a family", () => {
  it("has family_id first in its primary key", async () => {
    const { rows } = await client.query(`select c.relname as name, a.attname as first_column
      from pg_class c
      join pg_index i on i.indrelid = c.oid and i.indisprimary
      join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
      where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and exists (
        select from pg_attribute f where f.attrelid = c.oid and f.attname = 'family_id' and f.attnotnull)`);
    expect(rows.length).toBeGreaterThan(5);
    expect(rows.filter((row) => row.first_column !== "family_id")).toEqual([]);
  });
});

describe("every constraint and index", () => {
  it("is named after its table, with the suffix of its kind, and no name is cut short or numbered", async () => {
    const { rows } = await client.query<{ table: string; name: string; suffix: string }>(`
      select conrelid::regclass::text as table, conname::text as name,
        case contype when 'p' then 'pkey' when 'u' then 'key' when 'f' then 'fkey' when 'c' then 'check'
          when 'n' then 'not_null' end as suffix
      from pg_constraint where connamespace = 'public'::regnamespace and conrelid <> 0
      union all
      select indrelid::regclass::text, indexrelid::regclass::text, case when indisunique then 'key' else 'idx' end
      from pg_index join pg_class on oid = indrelid
      where relnamespace = 'public'::regnamespace
        and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u'))`);
    const maxLength = 62;
    const isPlain = ({ table, name, suffix }: (typeof rows)[number]) =>
      name.length <= maxLength && name.startsWith(`${table}_`) && name.endsWith(`_${suffix}`);
    expect(rows.length).toBeGreaterThan(100);
    expect(rows.filter((row) => !row.table.startsWith("fruit") && !isPlain(row))).toEqual([]);
  });
});

describe("connecting", () => {
  it("is refused if the database may lose committed data", async () => {
    const unsafe = `${database.url}&options=${encodeURIComponent("-c synchronous_commit=off")}`;
    await expect(connect(unsafe)).rejects.toThrow("The database has synchronous_commit off");
  });
});
