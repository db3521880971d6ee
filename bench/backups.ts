// Measures a backup in one file and the daily backup, which has the pictures beside its file: the first one, the next one after a
// day with one percent more pictures, and a restore. Fails when a restore has lost something.
import { randomBytes } from "node:crypto";
import { readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Client } from "pg";
import { pino } from "pino";
import { dayMs } from "#contract/durations.ts";
import { backupName } from "#server/features/backup/archive/file-names.ts";
import { backUpNow } from "#server/features/backup/backup/daily-backups.ts";
import { readConfig } from "#server/platform/config/config.ts";
import { connect } from "#server/platform/db/connect.ts";
import { startEmbedded } from "#server/platform/db/embedded.ts";
import { type Figure, megabytes, secondsOf } from "./figures.ts";
import {
  databaseUrl,
  newFolder,
  passphrase,
  removeFolder,
  runCommand,
  seedFamilies,
  start,
  stop,
  withDatabase,
} from "./processes/porchlight.ts";

const families = 100;
const fileBytes = 300_000;
const filesOfHello = 20;

/** Random bytes compress as badly as pictures do. Each picture of a hello has two files. */
async function addHello(client: Client, family: number): Promise<void> {
  const files = Array.from({ length: filesOfHello }, () => randomBytes(fileBytes));
  const rows = files.map((_, index) => `($1::integer, $${index + 2}::bytea, ${fileBytes})`);
  await client.query(
    `with added as (insert into media (family_id, bytes, size) values ${rows.join(", ")} returning id),
      placed as (select id, (row_number() over (order by id) - 1) / 2 as place from added),
      hello as (
        insert into hellos (family_id, given_by, idempotency_key, at)
        values ($1, ($1 - 1) * 7 + 3, gen_random_uuid(), now()) returning id
      )
    insert into hello_pictures (family_id, hello_id, place, width, height, small_id, large_id)
    select $1, hello.id, place, 1600, 1200, min(placed.id), max(placed.id)
    from placed, hello group by hello.id, place`,
    [family, ...files],
  );
}

const addPictures = (folder: string, bytes: number): Promise<void> =>
  withDatabase(folder, async (client) => {
    const hellos = Math.ceil(bytes / fileBytes / filesOfHello);
    for (let hello = 0; hello < hellos; hello++) await addHello(client, (hello % families) + 1);
  });

/** Sums up what a restore has to bring back, with a checksum of one file in a hundred. */
const contentsOf = (folder: string): Promise<string> =>
  withDatabase(folder, async (client) => {
    const { rows } = await client.query(`
      select count(*) as files, sum(octet_length(bytes)) as bytes,
        md5(string_agg(md5(bytes), '' order by id) filter (where id % 100 = 0)) as sample,
        (select count(*) from hellos) as hellos, (select count(*) from hello_pictures) as pictures,
        (select count(*) from memberships) as memberships
      from media`);
    return JSON.stringify(rows[0]);
  });

const bytesOf = (path: string): number =>
  statSync(path).isDirectory()
    ? readdirSync(path).reduce((sum, name) => sum + bytesOf(join(path, name)), 0)
    : statSync(path).size;

/** Returns the seconds that the restore took. */
async function restoreAll(file: string, folder: string): Promise<string> {
  const restored = newFolder();
  try {
    const seconds = await secondsOf(() => runCommand("restore", file, restored));
    const embedded = await startEmbedded(restored);
    const found = await contentsOf(restored).finally(() => embedded.stop());
    const expected = await contentsOf(folder);
    if (found !== expected) throw new Error(`The restore brought back ${found} of ${expected}.`);
    return seconds;
  } finally {
    removeFolder(restored);
  }
}

interface Layout {
  readonly name: string;
  backUp(folder: string, file: string, createdAt: Date): Promise<void>;
}

const inOneFile: Layout = {
  name: "in one file",
  backUp: (folder, file) => runCommand("backup", file, folder),
};

const beside: Layout = {
  name: "daily",
  async backUp(folder, file, createdAt) {
    const database = await connect(await databaseUrl(folder));
    const world = {
      config: readConfig({ DATA_DIR: folder }),
      database,
      clock: { now: () => createdAt },
      log: pino({ level: "warn" }),
    };
    const daily = { folder: dirname(file), passphrase, hour: 3, pingUrl: undefined };
    await backUpNow(daily, world).finally(() => database.close());
  },
};

async function measure(layout: Layout, folder: string, bytes: number): Promise<Figure[]> {
  const backups = newFolder();
  const backUpOn = async (day: number) => {
    const createdAt = new Date(Date.now() + day * dayMs);
    const file = join(backups, backupName(createdAt));
    const before = bytesOf(backups);
    const value = await secondsOf(() => layout.backUp(folder, file, createdAt));
    const note = `${megabytes((bytesOf(backups) - before) / 1000)} written`;
    return { file, value, note };
  };
  try {
    const first = await backUpOn(0);
    await addPictures(folder, bytes / 100);
    const next = await backUpOn(1);
    const restore = await restoreAll(next.file, folder);
    return [
      { name: `${layout.name}: the first backup`, value: first.value, note: first.note },
      { name: `${layout.name}: the next day`, value: next.value, note: next.note },
      { name: `${layout.name}: a restore`, value: restore },
    ];
  } finally {
    removeFolder(backups);
  }
}

export async function backups(gigabytes = 2): Promise<Figure[]> {
  const bytes = gigabytes * 1e9;
  const folder = newFolder();
  const server = await start(folder);
  try {
    await seedFamilies(folder, families);
    await addPictures(folder, bytes);
    return [...(await measure(inOneFile, folder, bytes)), ...(await measure(beside, folder, bytes))];
  } finally {
    await stop(server);
    removeFolder(folder);
  }
}
