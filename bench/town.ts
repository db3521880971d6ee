// Measures what a year costs a town: the same work before and after 10,000 families have used Porchlight for a year, and the bytes
// that each thing takes in the database.
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { type Figure, median, secondsOf } from "./figures.ts";
import { roundOf } from "./growth.ts";
import {
  newFolder,
  type Porchlight,
  removeFolder,
  runCommand,
  seedFamilies,
  start,
  stop,
  withDatabase,
} from "./processes/porchlight.ts";

const families = 10_000;
const rounds = 5;
const yearSql = readFileSync(join(import.meta.dirname, "year.sql"), "utf8");

const megabytesOf = (bytes: number): string => `${(bytes / 1_000_000).toFixed(0)} MB`;

const addYear = (folder: string): Promise<unknown> =>
  withDatabase(folder, async (client) => {
    await client.query(yearSql);
    await client.query("vacuum analyze");
  });

/** What one row of each of these tables takes, with its indexes. */
async function bytesOfRows(folder: string): Promise<Figure[]> {
  const { rows } = await withDatabase(folder, (client) =>
    client.query<{ name: string; rows: number; bytes: number }>(`
      select c.relname as name, c.reltuples::integer as rows, (pg_total_relation_size(c.oid) / c.reltuples)::integer as bytes
      from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.reltuples > ${families * 10}
      order by pg_total_relation_size(c.oid) desc`),
  );
  return rows.map(({ name, rows: count, bytes }) => ({
    name: `a row of ${name}, with its indexes`,
    value: `${bytes} bytes`,
    note: `${count} rows`,
  }));
}

const databaseBytes = (folder: string): Promise<number> =>
  withDatabase(folder, async (client) => {
    const { rows } = await client.query<{ bytes: string }>(
      "select pg_database_size(current_database()) as bytes",
    );
    return Number(rows[0]?.bytes);
  });

async function atThisTime(when: string, folder: string, server: Porchlight): Promise<Figure[]> {
  const grown = { size: families, folder, server };
  const measured = [];
  for (let round = 0; round <= rounds; round++) measured.push(await roundOf(grown));
  // The first round warms up.
  const [, ...kept] = measured;
  const of = (key: "homes" | "asks" | "steps") => median(kept.map((each) => each[key])).toFixed(0);
  const file = join(newFolder(), "town.tar.gz.age");
  const restored = newFolder();
  const backup = await secondsOf(() => runCommand("backup", file, folder));
  const restore = await secondsOf(() => runCommand("restore", file, restored));
  const { size } = statSync(file);
  for (const each of [join(file, ".."), restored]) removeFolder(each);
  return [
    { name: `${when}: database`, value: megabytesOf(await databaseBytes(folder)) },
    { name: `${when}: whole homes, read from the database`, value: `${of("homes")} a second` },
    { name: `${when}: help requests, eight at once`, value: `${of("asks")} a second` },
    { name: `${when}: fifty due steps`, value: `${of("steps")} ms` },
    { name: `${when}: backup, verified`, value: backup, note: megabytesOf(size) },
    { name: `${when}: restore`, value: restore },
  ];
}

export async function town(): Promise<Figure[]> {
  const folder = newFolder();
  const server = await start(folder, undefined, { env: { KEPT_ANSWER_MEGABYTES: "0" } });
  try {
    await seedFamilies(folder, families);
    const before = await atThisTime("first day", folder, server);
    await addYear(folder);
    const after = await atThisTime("a year later", folder, server);
    return [...before, ...after, ...(await bytesOfRows(folder))];
  } finally {
    await stop(server);
    removeFolder(folder);
  }
}
