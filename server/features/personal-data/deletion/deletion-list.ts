// The list of deleted accounts and families, kept outside the database: beside the daily backups, or else in
// DATA_DIR. After a restore of an older backup, everything on the list is deleted again.
import { timingSafeEqual } from "node:crypto";
import { createReadStream } from "node:fs";
import { appendFile, mkdir, readFile, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { dayMs } from "#contract/durations.ts";
import { hasCode } from "#server/platform/config/writable-folder.ts";
import type { Db } from "#server/platform/db/schema.ts";
import type { ScheduledJob } from "#server/platform/jobs/scheduler.ts";
import { type Secrets, secretsFrom } from "#server/platform/secrets.ts";
import type { World } from "#server/platform/world.ts";
import {
  findDeletedFamilies,
  findDeletedPeople,
  planAccountDeletionAgain,
  planFamilyDeletionAgain,
} from "../queries.ts";

export const deletionListName = "porchlight-deletions.txt";

/** An account or a family that was deleted. Another database may use the same id for a different one. */
interface Entry {
  readonly kind: "person" | "family";
  readonly id: number;
  readonly createdAt: string;
}

const linePattern = /^((person|family) (\d+) (\S+)) (\S+)$/;

const macOf = (secrets: Secrets, entry: string): Buffer => secrets.mac(`deleted ${entry}`);

/** Signed with the server's key, so that nobody can have others deleted by adding a line. */
function lineOf(secrets: Secrets, { kind, id, createdAt }: Entry): string {
  const entry = `${kind} ${id} ${createdAt}`;
  return `${entry} ${macOf(secrets, entry).toString("base64url")}`;
}

const findDeleted = { person: findDeletedPeople, family: findDeletedFamilies };

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

interface File {
  readonly ino: number;
  readonly size: number;
}

async function fileAt(path: string): Promise<File | undefined> {
  try {
    return await stat(path);
  } catch (error) {
    if (hasCode(error, "ENOENT")) return undefined;
    throw error;
  }
}

/** Covers a deletion that took long, and a clock that was set back by less than this, so that neither hides a deletion. */
const overlapMs = dayMs;

/** The state of the list since it was last updated. */
interface Known {
  readonly file: File;
  /** When the newest entry was deleted, by the database's clock. */
  readonly newest: Date;
  /** The lines that the next check will find again. */
  readonly lines: ReadonlySet<string>;
}

const nothingKnown: Known = { file: { ino: 0, size: 0 }, newest: new Date(0), lines: new Set() };

const continues = (file: File, { file: { ino, size } }: Known): boolean =>
  file.ino === ino && file.size >= size;

function knownAfter({ ino, size }: File, before: Date, deleted: ReadonlyMap<string, Date>): Known {
  const newest = deleted.values().reduce((one, other) => (one > other ? one : other), before);
  const since = newest.getTime() - overlapMs;
  const lines = [...deleted].filter(([, at]) => at.getTime() >= since).map(([line]) => line);
  return { file: { ino, size }, newest, lines: new Set(lines) };
}

/**
 * The list in one folder. All of it is compared with the database once after each start, and again when the file is
 * not the one that was written last. Otherwise only new deletions are read.
 */
export class DeletionList {
  readonly #world: ListWorld;
  #known = nothingKnown;

  constructor(world: ListWorld) {
    this.#world = world;
  }

  /**
   * Adds what is missing. Lines that the database does not know stay, because an older database still has to carry
   * them out.
   */
  async update(): Promise<void> {
    const folder = folderOf(this.#world);
    const path = join(folder, deletionListName);
    const file = await fileAt(path);
    const known = file && continues(file, this.#known) ? this.#known : nothingKnown;
    // After a failure, nobody knows how much was written.
    this.#known = nothingKnown;
    const added = file ? await text(createReadStream(path, { start: known.file.size })) : "";
    const lines = new Set([...known.lines, ...added.split("\n")]);
    const deleted = await this.#deletedSince(new Date(known.newest.getTime() - overlapMs));
    const missing = [...deleted.keys().filter((line) => !lines.has(line))];
    if (missing.length > 0) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // The text starts with a line break, because a server that was killed may have left half a line.
      await appendFile(path, `\n${missing.join("\n")}\n`, { mode: 0o600, flush: true });
    }
    const written = await fileAt(path);
    if (written) this.#known = knownAfter(written, known.newest, deleted);
  }

  /** Returns the lines of all deletions since then, each with the time of its deletion. */
  async #deletedSince(since: Date): Promise<Map<string, Date>> {
    const { database, secrets } = this.#world;
    const found = new Map<string, Date>();
    for (const kind of ["person", "family"] as const)
      for await (const page of findDeleted[kind](database.kysely, since))
        for (const { id, createdAt, deletedAt } of page)
          found.set(lineOf(secrets, { kind, id, createdAt: createdAt.toISOString() }), deletedAt);
    return found;
  }
}

/** Only a server with BACKUP_DIR can write beside the backups, so each of the two places has its own job. */
export function deletionListJob(world: ListWorld): ScheduledJob {
  const list = new DeletionList(world);
  return {
    name: world.config.dailyBackups ? "list-deletions-beside-backups" : "list-deletions",
    intervalSeconds: 60,
    run: () => list.update(),
  };
}

function entryIn(secrets: Secrets, line: string): Entry[] {
  const [, entry = "", kind, id, createdAt = "", mac = ""] = linePattern.exec(line) ?? [];
  const [given, expected] = [Buffer.from(mac, "base64url"), macOf(secrets, entry)];
  const isSigned = given.length === expected.length && timingSafeEqual(given, expected);
  if (!isSigned || (kind !== "person" && kind !== "family")) return [];
  return [{ kind, id: Number(id), createdAt }];
}

const planDeletionAgain = { person: planAccountDeletionAgain, family: planFamilyDeletionAgain };

interface Place {
  /** The archive that was restored. */
  readonly file: string;
  readonly dataDir: string;
}

/** Closes the accounts and families that were deleted after the backup was made, and plans their deletion. */
export async function repeatDeletions(db: Db, key: Buffer, { file, dataDir }: Place): Promise<void> {
  const lines = new Set([...(await linesIn(dirname(file))), ...(await linesIn(dataDir))]);
  const secrets = secretsFrom(key);
  for (const { kind, id, createdAt } of lines.values().flatMap((line) => entryIn(secrets, line)))
    await planDeletionAgain[kind](db, { id, createdAt: new Date(createdAt) });
}
