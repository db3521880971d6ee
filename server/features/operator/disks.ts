// The disks that the operator is told about: those of the data and of the backups.
import { statfs } from "node:fs/promises";
import type { Config } from "#server/platform/config/config.ts";

export const watchedFolders = ({ dataDir, dailyBackups }: Config): string[] => [
  ...new Set([dataDir, ...(dailyBackups ? [dailyBackups.folder] : [])]),
];

/** Returns the part of a disk that is used, as df shows it, or zero for a folder that does not exist yet. */
export async function usedPart(folder: string): Promise<number> {
  const disk = await statfs(folder).catch(() => undefined);
  if (!disk) return 0;
  const used = disk.blocks - disk.bfree;
  return used / Math.max(used + disk.bavail, 1);
}

export const percentOf = (part: number): number => Math.round(100 * part);

export type DiskUse = typeof usedPart;
