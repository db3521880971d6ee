import type { World } from "#server/platform/world.ts";
import { backUpNow } from "./daily-backups.ts";

type BackupWorld = Pick<World, "config" | "database" | "clock" | "log">;

/** A migration cannot be undone, so it does not begin without the backup that BACKUP_DIR promises. */
export async function backUpBeforeMigration(
  world: BackupWorld,
  migrations: readonly string[],
): Promise<void> {
  const { config, log } = world;
  if (!config.dailyBackups) {
    log.warn({ migrations }, "BACKUP_DIR is not set, so the database is migrated without a backup of before");
    return;
  }
  log.info({ migrations }, "the database is backed up before it is migrated");
  try {
    await backUpNow(config.dailyBackups, world);
  } catch (cause) {
    throw new Error(
      "The backup before the migration failed, so nothing was migrated. Please make sure that Porchlight can write to BACKUP_DIR, or start once without BACKUP_DIR after a backup of your own.",
      { cause },
    );
  }
}
