// The list of deleted accounts, kept outside the database: beside the daily backups, or else in DATA_DIR. After an older
// backup was restored, the accounts in the list are deleted again.
import { timingSafeEqual } from "node:crypto";
import { appendFile, mkdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Client } from "pg";
import { hasCode } from "#server/config/writable-folder.ts";
import type { Row } from "#server/db/schema.ts";
import type { ScheduledJob } from "#server/jobs/scheduler.ts";
import { type Secrets, secretsFrom } from "#server/secrets.ts";
import type { World } from "#server/world.ts";

export const deletionListName = "porchlight-deletions.txt";

type Deleted = Row<"deleted_people">;

const linePattern = /^(person (\d+) (\S+)) (\S+)$/;

const macOf = (secrets: Secrets, entry: string): Buffer => secrets.mac(`deleted ${entry}`);

/** Signed with the server's key, so that nobody can have others deleted by adding a line. */
function lineOf(secrets: Secrets, { person_id, account_created_at }: Deleted): string {
  const entry = `person ${person_id} ${account_created_at.toISOString()}`;
  return `${entry} ${macOf(secrets, entry).toString("base64url")}`;
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
  const deleted = await world.database.kysely.selectFrom("deleted_people").selectAll().execute();
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

interface Entry {
  readonly personId: number;
  readonly createdAt: string;
}

function entryIn(secrets: Secrets, line: string): Entry[] {
  const [, entry = "", personId, createdAt = "", mac = ""] = linePattern.exec(line) ?? [];
  const [given, expected] = [Buffer.from(mac, "base64url"), macOf(secrets, entry)];
  const isSigned = given.length === expected.length && timingSafeEqual(given, expected);
  return isSigned ? [{ personId: Number(personId), createdAt }] : [];
}

// The due time is long past, so that the server deletes the account as soon as it runs, and no link undoes it.
const planAgain = `
  insert into account_deletions (person_id, requested_at, due_at)
  select id, 'epoch', 'epoch' from people
  where id = $1 and date_trunc('milliseconds', created_at) = $2::timestamptz
  on conflict (person_id) do update set due_at = excluded.due_at
  returning person_id`;

interface Place {
  /** The archive that was restored. */
  readonly file: string;
  readonly dataDir: string;
}

/** Signs out the people who had been deleted since the backup, and plans their deletion. */
export async function repeatDeletions(client: Client, key: Buffer, { file, dataDir }: Place): Promise<void> {
  const lines = new Set([...(await linesIn(dirname(file))), ...(await linesIn(dataDir))]);
  const secrets = secretsFrom(key);
  for (const { personId, createdAt } of lines.values().flatMap((line) => entryIn(secrets, line))) {
    const { rows } = await client.query(planAgain, [personId, createdAt]);
    if (rows.length > 0) await client.query("delete from sessions where person_id = $1", [personId]);
  }
}
