// Whether the backups are as promised: in BACKUP_DIR, which can be written to, and from today.
import { existsSync } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { hourMs } from "#contract/durations.ts";
import type { DailyBackups } from "#server/platform/config/config.ts";
import { checkWritable } from "#server/platform/config/writable-folder.ts";
import type { World } from "#server/platform/world.ts";
import { mediaListOf } from "../archive/file-names.ts";
import { findBackups } from "./queries.ts";

export interface LastBackup {
  readonly file: string;
  readonly bytes: number;
  /** What its pictures and voice messages take in the folder beside it. Null if they are in the file. */
  readonly mediaBytes: number | null;
  readonly createdAt: Date;
}

export type BackupProblem = "unwritable" | "missing" | "late";

export interface BackupState {
  /** The newest that is there. Without BACKUP_DIR, another server makes the backups, and its word counts. */
  readonly last: LastBackup | undefined;
  /** Undefined while all is well, and always without BACKUP_DIR. */
  readonly problem: BackupProblem | undefined;
}

type StateWorld = Pick<World, "config" | "database" | "clock">;

/** The backup is tried every hour, so this is after two failures. */
const graceMs = 2 * hourMs;

/** More than are ever kept. */
const maxListed = 30;

/** Verified daily backups, newest first. Those from the future, made while the clock was wrong, do not count. */
const madeBackups = ({ database, clock }: StateWorld): Promise<LastBackup[]> =>
  findBackups(database.kysely, clock.now(), maxListed);

/** Whether the whole file is there, and the list that was in the folder of its media. Both were verified when written. */
async function isThere(folder: string, { file, bytes, mediaBytes }: LastBackup): Promise<boolean> {
  const path = join(folder, file);
  const found = await stat(path).catch(() => undefined);
  return found?.size === bytes && (mediaBytes === null || existsSync(mediaListOf(path)));
}

/** The time at which the newest backup should have been made, by the machine's own day. */
export function lastDueAt(now: Date, hour: number): Date {
  const due = new Date(now);
  due.setHours(hour, 0, 0, 0);
  if (due > now) due.setDate(due.getDate() - 1);
  return due;
}

interface Found {
  readonly newest: LastBackup | undefined;
  readonly last: LastBackup | undefined;
}

function problemOf(
  { newest, last }: Found,
  { hour }: DailyBackups,
  now: Date,
  since: Date,
): BackupProblem | undefined {
  const due = lastDueAt(now, hour);
  if (last && last.createdAt >= due) return undefined;
  if (newest && newest !== last) return "missing";
  return now.getTime() - Math.max(due.getTime(), since.getTime()) < graceMs ? undefined : "late";
}

/**
 * Looks at the files themselves, because somebody may have moved them or removed the disk. A server that was off makes
 * the backup soon after its start, so nothing counts as late before two hours after `since`.
 */
export async function backupState(world: StateWorld, since = new Date(0)): Promise<BackupState> {
  const { dailyBackups: backups } = world.config;
  const made = await madeBackups(world);
  const [newest] = made;
  if (!backups) return { last: newest, problem: undefined };
  const areThere = await Promise.all(made.map((backup) => isThere(backups.folder, backup)));
  const last = made.find((_, place) => areThere[place]);
  const isWritable = checkWritable(backups.folder);
  const problem = problemOf({ newest, last }, backups, world.clock.now(), since);
  return { last, problem: isWritable ? problem : "unwritable" };
}

export function problemInWords(problem: BackupProblem, folder = "BACKUP_DIR"): string {
  if (problem === "unwritable") return `Porchlight cannot write to ${folder}, the folder of the backups.`;
  if (problem === "missing") return `The newest backup is not in ${folder}, or is no longer whole.`;
  return "There is no good backup from today.";
}
