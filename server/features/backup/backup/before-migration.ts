import { join } from "node:path";
import type { Config, DailyBackups } from "#server/platform/config/config.ts";
import { readKeptSecretKey } from "#server/platform/db/secret-key.ts";
import type { World } from "#server/platform/world.ts";
import { ownFolderName } from "../archive/file-names.ts";
import { backUpNow } from "./daily-backups.ts";

type BackupWorld = Pick<World, "config" | "database" | "clock" | "log">;

/**
 * A server with its own database keeps these backups beside it. Their passphrase is the server's key: whoever can read
 * that can read the database, too.
 */
async function ownBackups({ dataDir }: Config): Promise<DailyBackups> {
  const { key } = await readKeptSecretKey(dataDir);
  return {
    folder: join(dataDir, ownFolderName),
    passphrase: key.toString("hex"),
    hour: 0,
    pingUrl: undefined,
  };
}

/** A migration cannot be undone, so it does not begin without a backup, unless somebody else looks after the database. */
export async function backUpBeforeMigration(
  world: BackupWorld,
  migrations: readonly string[],
): Promise<void> {
  const { config, log } = world;
  if (!config.dailyBackups && config.databaseUrl) {
    log.warn({ migrations }, "BACKUP_DIR is not set, so the database is migrated without a backup of before");
    return;
  }
  try {
    const backups = config.dailyBackups ?? (await ownBackups(config));
    log.info({ migrations, folder: backups.folder }, "the database is backed up before it is migrated");
    await backUpNow(backups, world);
  } catch (cause) {
    const advice = config.dailyBackups
      ? "Please make sure that Porchlight can write to BACKUP_DIR, or start once without BACKUP_DIR after a backup of your own."
      : `Please make room in ${config.dataDir}, or set BACKUP_DIR to a folder on another disk.`;
    throw new Error(`The backup before the migration failed, so nothing was migrated. ${advice}`, { cause });
  }
}
