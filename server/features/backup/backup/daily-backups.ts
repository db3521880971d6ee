// Makes a backup every day, keeps the right ones, and warns when there has been none for too long.
import { once } from "node:events";
import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { dayMs, hourMs, hourSeconds } from "#contract/durations.ts";
import type { DailyBackups } from "#server/platform/config/config.ts";
import type { ScheduledJob } from "#server/platform/jobs/scheduler.ts";
import type { World } from "#server/platform/world.ts";
import { backupName, isUnfinished, mediaFolderName, timeInName } from "../archive/file-names.ts";
import type { BackupRequest } from "./backup.ts";
import { backupState, type LastBackup, lastDueAt, problemInWords } from "./backup-state.ts";
import { insertBackup, makeJobDue } from "./queries.ts";
import { removeUnneededMedia } from "./unneeded-media.ts";
import type { MadeBackup } from "./worker.ts";

type BackupWorld = Pick<World, "config" | "database" | "clock" | "log">;

const maxAgeMs = 48 * hourMs;
const pingTimeoutMs = 10_000;

async function backUpInWorker(request: BackupRequest): Promise<MadeBackup> {
  const program = new URL(import.meta.resolve("#server/features/backup/backup/worker.ts"));
  const worker = new Worker(program, { workerData: request });
  const [made]: MadeBackup[] = await once(worker, "message");
  if (!made) throw new Error("The backup ended without a word.");
  return made;
}

/**
 * Pings in the form that Healthchecks and similar services expect. They report a server that is down because it stops
 * pinging.
 */
async function ping({ pingUrl }: DailyBackups, { log }: BackupWorld, failure?: string): Promise<void> {
  if (pingUrl === undefined) return;
  const url = new URL(pingUrl);
  if (failure !== undefined) url.pathname = `${url.pathname.replace(/\/$/, "")}/fail`;
  const request = failure === undefined ? {} : { method: "POST", body: failure };
  try {
    const response = await fetch(url, { ...request, signal: AbortSignal.timeout(pingTimeoutMs) });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`It answered ${response.status}.`);
  } catch (err) {
    log.warn({ err }, "BACKUP_PING_URL could not be reached");
  }
}

async function removeOld({ folder }: DailyBackups, { database, log }: BackupWorld): Promise<void> {
  const names = await readdir(folder);
  for (const name of expiredBackups(names)) await rm(join(folder, name), { force: true });
  const unlisted = await removeUnneededMedia(database.url, folder);
  if (unlisted.length > 0)
    log.info({ unlisted }, "no pictures and voice messages of backups are removed while these have no list");
}

function warnOfLosses({ repaired, lost }: MadeBackup, folder: string, { log }: BackupWorld): void {
  if (repaired > 0)
    log.warn(
      { repaired },
      `Pictures and voice messages in ${join(folder, mediaFolderName)} were missing or damaged, and were copied again. Older backups may need some that the server no longer has: npm run verify names them.`,
    );
  if (lost > 0)
    log.warn(
      { lost },
      "The bucket has lost pictures or voice messages, so they are not in the backup: npm run porchlight -- media verify names them.",
    );
}

/** Deletes files of backups that were interrupted. */
async function removeUnfinished({ folder }: DailyBackups): Promise<void> {
  const names = await readdir(folder);
  for (const name of names.filter(isUnfinished)) await rm(join(folder, name), { force: true });
}

export async function backUpNow(backups: DailyBackups, world: BackupWorld): Promise<void> {
  const { config, database, clock, log } = world;
  const createdAt = clock.now();
  const { folder, passphrase } = backups;
  const file = backupName(createdAt);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await removeUnfinished(backups);
  const made = await backUpInWorker({
    databaseUrl: database.url,
    dataDir: config.dataDir,
    file: join(folder, file),
    passphrase,
    createdAt,
    mediaPlace: "beside",
    bucket: config.media.bucket,
  });
  const { bytes, mediaBytes } = made;
  // A database that is not migrated yet may have no such column, and then no media are beside the file.
  const beside = mediaBytes > 0 ? mediaBytes : undefined;
  await insertBackup(database.kysely, { file, bytes, media_bytes: beside, created_at: createdAt });
  log.info({ file, bytes, mediaBytes }, "backed up and verified");
  warnOfLosses(made, folder, world);
  await removeOld(backups, world).catch((err: unknown) =>
    log.warn({ err }, "old backups could not be removed"),
  );
}

/** Warns in the log and at BACKUP_PING_URL. */
async function warnIfMissing(
  backups: DailyBackups,
  world: BackupWorld,
  last: LastBackup | undefined,
): Promise<void> {
  const isRecent = last && world.clock.now().getTime() - last.createdAt.getTime() < maxAgeMs;
  if (isRecent) return;
  const since = last ? `since ${last.createdAt.toISOString()}` : "so far";
  const warning = `There has been no good backup ${since}.`;
  world.log.warn({ lastBackup: last?.createdAt }, warning);
  await ping(backups, world, warning);
}

/** Runs every hour, so that after a failure or a time when the server was off, the backup is an hour late and not a day. */
async function backUpDaily(backups: DailyBackups, world: BackupWorld): Promise<void> {
  const { last, problem } = await backupState(world);
  if (problem) world.log.warn({ problem }, problemInWords(problem, backups.folder));
  if (last && last.createdAt >= lastDueAt(world.clock.now(), backups.hour)) return;
  try {
    await backUpNow(backups, world);
  } catch (cause) {
    await warnIfMissing(backups, world, last);
    // The scheduler logs it and counts it as failed, so that an alert notices a server that never had a backup.
    throw new Error("The backup failed. It is tried again in an hour.", { cause });
  }
  await ping(backups, world);
}

const jobName = "back-up";

/** A folder without any backup gets its first one at once, although the job's next hour has not come. */
export async function hurryFirstBackup(world: BackupWorld): Promise<void> {
  if (!world.config.dailyBackups || (await backupState(world)).last) return;
  await makeJobDue(world.database.kysely, jobName);
}

/** Has no jobs unless BACKUP_DIR is set, because another server on the same database may make the backups. */
export function dailyBackupJobs(world: BackupWorld): ScheduledJob[] {
  const { dailyBackups } = world.config;
  if (!dailyBackups) return [];
  return [{ name: jobName, intervalSeconds: hourSeconds, run: () => backUpDaily(dailyBackups, world) }];
}

// Retention keeps the newest backup of each of the last 7 days, 4 weeks and 6 months that have one.

const periods: readonly { readonly count: number; readonly of: (time: Date) => string | number }[] = [
  { count: 7, of: (time) => time.toISOString().slice(0, "YYYY-MM-DD".length) },
  // The first of January 1970 was a Thursday; weeks begin on Monday.
  { count: 4, of: (time) => Math.floor((time.getTime() / dayMs + 3) / 7) },
  { count: 6, of: (time) => time.toISOString().slice(0, "YYYY-MM".length) },
];

/** The names of the backups that no period keeps. Files with other names are not ours and stay. */
export function expiredBackups(names: readonly string[]): string[] {
  const backups = names.flatMap((name) => {
    const time = timeInName(name);
    return time ? [{ name, time }] : [];
  });
  const newestFirst = backups.toSorted((one, other) => other.time.getTime() - one.time.getTime());
  const kept = new Set<string>();
  for (const { count, of } of periods) {
    const newestOf = new Map<string | number, string>();
    for (const { name, time } of newestFirst) if (!newestOf.has(of(time))) newestOf.set(of(time), name);
    for (const name of [...newestOf.values()].slice(0, count)) kept.add(name);
  }
  return newestFirst.map(({ name }) => name).filter((name) => !kept.has(name));
}
