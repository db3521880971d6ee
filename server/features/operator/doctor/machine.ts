// This machine: its disks, its backups and its time zones.
import { constants } from "node:fs";
import { access } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { readArchive } from "#server/features/backup/archive/archive-file.ts";
import { backupState, problemInWords } from "#server/features/backup/backup/backup-state.ts";
import { inWords } from "#server/platform/http/limits.ts";
import type { World } from "#server/platform/world.ts";
import { type DiskUse, percentOf, usedPart, watchedFolders } from "../disks.ts";
import { broken, doubtful, type Finding, fine, reasonOf } from "./finding.ts";

const fullPart = 0.9;
const nearlyFullPart = 0.8;

export async function checkDisk(folder: string, diskUse: DiskUse = usedPart): Promise<Finding> {
  try {
    await access(folder, constants.W_OK);
  } catch (error) {
    return broken(
      "Disk",
      `${folder} can't be written to (${reasonOf(error)}). It has to exist and belong to the user that runs Porchlight.`,
    );
  }
  const used = await diskUse(folder);
  const words = `${percentOf(used)}% full at ${folder}.`;
  if (used >= fullPart) return broken("Disk", `${words} Make room, or move the data to a larger disk.`);
  if (used >= nearlyFullPart) return doubtful("Disk", `${words} Make room before it is full.`);
  return fine("Disk", words);
}

export const checkDisks = ({ config }: Pick<World, "config">): Promise<Finding[]> =>
  Promise.all(watchedFolders(config).map((folder) => checkDisk(folder)));

/** Reads the first file in it. All of it was read when it was made, and `verify` does so again. */
async function opens(file: string, passphrase: string): Promise<boolean> {
  try {
    for await (const _ of readArchive({ file, passphrase })) return true;
    return false;
  } catch {
    return false;
  }
}

export async function checkBackup(world: Pick<World, "config" | "database" | "clock">): Promise<Finding> {
  const { config, clock } = world;
  const { last, problem } = await backupState(world);
  if (problem)
    return broken("Backup", `${problemInWords(problem, config.dailyBackups?.folder)} The log says why.`);
  if (!config.dailyBackups)
    return doubtful(
      "Backup",
      "None is made here by itself. Set BACKUP_DIR and BACKUP_PASSPHRASE, or make sure that another server does: docs/operate/backup.md.",
    );
  if (!last) return doubtful("Backup", "There is none yet. The first one is made within two hours.");
  const age = inWords((clock.now().getTime() - last.createdAt.getTime()) / 1000);
  const { folder, passphrase } = config.dailyBackups;
  if (!(await opens(join(folder, last.file), passphrase)))
    return broken(
      "Backup",
      `BACKUP_PASSPHRASE does not open ${last.file}. Keep the old passphrase for it, or correct the variable.`,
    );
  return fine("Backup", `The newest was made ${age} ago, and BACKUP_PASSPHRASE opens it.`);
}

/** Zones with a changing and with an unusual distance from UTC. */
const zones = [
  "America/New_York",
  "Europe/Berlin",
  "Asia/Kolkata",
  "Australia/Lord_Howe",
  "America/Sao_Paulo",
];

const minutesHere = (timeZone: string, at: Date): number =>
  Math.round(at.toTemporalInstant().toZonedDateTimeISO(timeZone).offsetNanoseconds / 60e9);

/** Families see their day by both: by this program's own tables of zones, and by PostgreSQL's. */
export async function checkTimeZones({
  database,
  clock,
}: Pick<World, "database" | "clock">): Promise<Finding> {
  const now = clock.now();
  const { rows } = await sql<{ zone: string; minutes: number }>`
    select zone, (extract(epoch from (${now}::timestamptz at time zone zone) - (${now}::timestamptz at time zone 'UTC')) / 60)::integer
      as minutes from unnest(${zones}::text[]) as zone`.execute(database.kysely);
  const wrong = rows
    .filter(({ zone, minutes }) => minutesHere(zone, now) !== minutes)
    .map(({ zone }) => zone);
  if (wrong.length === 0) return fine("Time zones", `Node.js (${process.versions.tz}) and PostgreSQL agree.`);
  return broken(
    "Time zones",
    `Node.js (${process.versions.tz}) and PostgreSQL disagree on ${wrong.join(", ")}. Update the package tzdata and PostgreSQL.`,
  );
}
