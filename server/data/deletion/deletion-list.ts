// The list of deleted accounts and families, kept outside the database: beside the daily backups, or else in DATA_DIR. After
// an older backup was restored, those in the list are deleted again.
import { timingSafeEqual } from "node:crypto";
import { appendFile, mkdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Client } from "pg";
import { hasCode } from "#server/config/writable-folder.ts";
import type { ScheduledJob } from "#server/jobs/scheduler.ts";
import { type Secrets, secretsFrom } from "#server/secrets.ts";
import type { World } from "#server/world.ts";

export const deletionListName = "porchlight-deletions.txt";

/** An account or a family that is gone. Another database may have given the same id to another one. */
interface Entry {
  readonly what: "person" | "family";
  readonly id: number;
  readonly createdAt: string;
}

const linePattern = /^((person|family) (\d+) (\S+)) (\S+)$/;

const macOf = (secrets: Secrets, entry: string): Buffer => secrets.mac(`deleted ${entry}`);

/** Signed with the server's key, so that nobody can have others deleted by adding a line. */
function lineOf(secrets: Secrets, { what, id, createdAt }: Entry): string {
  const entry = `${what} ${id} ${createdAt}`;
  return `${entry} ${macOf(secrets, entry).toString("base64url")}`;
}

async function deletedOf({ kysely: db }: ListWorld["database"]): Promise<Entry[]> {
  const people = await db.selectFrom("deleted_people").selectAll().execute();
  const families = await db.selectFrom("deleted_families").selectAll().execute();
  return [
    ...people.map(({ person_id: id, account_created_at: at }) => ({ what: "person" as const, id, at })),
    ...families.map(({ id, created_at: at }) => ({ what: "family" as const, id, at })),
  ].map(({ at, ...rest }) => ({ ...rest, createdAt: at.toISOString() }));
}

async function linesIn(folder: string): Promise<string[]> {
  try {
    return (await readFile(join(folder, deletionListName), "utf8")).split("\n").filter(Boolean);
  } catch (error) {
    if (hasCode(error, "ENOENT")) return [];
    throw error;
  }
}

type ListWorld = Pick<World, "config" | "database" | "secrets">;

const folderOf = ({ config }: ListWorld): string => config.dailyBackups?.folder ?? config.dataDir;

/** Adds what is missing. Lines stay when the database is an older one, because they are what it has to learn. */
export async function writeDeletionList(world: ListWorld): Promise<void> {
  const folder = folderOf(world);
  const deleted = await deletedOf(world.database);
  const known = new Set(await linesIn(folder));
  const missing = deleted.map((each) => lineOf(world.secrets, each)).filter((line) => !known.has(line));
  if (missing.length === 0) return;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await appendFile(join(folder, deletionListName), `${missing.join("\n")}\n`, { mode: 0o600, flush: true });
}

/** Only a server with BACKUP_DIR can write there, so the two places are two jobs. */
export const deletionListJob = (world: ListWorld): ScheduledJob => ({
  name: world.config.dailyBackups ? "list-deletions-beside-backups" : "list-deletions",
  intervalSeconds: 60,
  run: () => writeDeletionList(world),
});

function entryIn(secrets: Secrets, line: string): Entry[] {
  const [, entry = "", what, id, createdAt = "", mac = ""] = linePattern.exec(line) ?? [];
  const [given, expected] = [Buffer.from(mac, "base64url"), macOf(secrets, entry)];
  const isSigned = given.length === expected.length && timingSafeEqual(given, expected);
  if (!isSigned || (what !== "person" && what !== "family")) return [];
  return [{ what, id: Number(id), createdAt }];
}

// The due time is long past, so that the server deletes it as soon as it runs, and no link undoes it.
const planAgain = {
  person: `
    insert into account_deletions (person_id, requested_at, due_at)
    select id, 'epoch', 'epoch' from people
    where id = $1 and date_trunc('milliseconds', created_at) = $2::timestamptz
    on conflict (person_id) do update set due_at = excluded.due_at
    returning person_id`,
  family: `
    insert into family_deletions (family_id, requested_at, due_at)
    select id, 'epoch', 'epoch' from families
    where id = $1 and date_trunc('milliseconds', created_at) = $2::timestamptz
    on conflict (family_id) do update
      set requested_by = null, requested_at = excluded.requested_at, due_at = excluded.due_at
    returning family_id`,
};

const close = {
  person: "delete from sessions where person_id = $1",
  // The people stay signed in, with another of their families open if they have one.
  family: `update sessions s set family_id = (
      select family_id from memberships m where m.person_id = s.person_id and m.family_id <> $1
      order by joined_at, family_id limit 1
    ) where family_id = $1`,
};

interface Place {
  /** The archive that was restored. */
  readonly file: string;
  readonly dataDir: string;
}

/** Closes the accounts and families that had been deleted since the backup, and plans their deletion. */
export async function repeatDeletions(client: Client, key: Buffer, { file, dataDir }: Place): Promise<void> {
  const lines = new Set([...(await linesIn(dirname(file))), ...(await linesIn(dataDir))]);
  const secrets = secretsFrom(key);
  for (const { what, id, createdAt } of lines.values().flatMap((line) => entryIn(secrets, line))) {
    const { rows } = await client.query(planAgain[what], [id, createdAt]);
    if (rows.length > 0) await client.query(close[what], [id]);
  }
}
