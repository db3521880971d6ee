// The names of backups. This file is loaded with the server, so it imports nothing that only a backup needs.
import { randomBytes } from "node:crypto";
import { basename, dirname, join } from "node:path";

const unfinishedSuffix = ".unfinished";
const listSuffix = ".txt";
const nameFormat = /^porchlight-(\d{4}-\d\d-\d\d)T(\d\d)(\d\d)(\d\d)Z\.tar\.gz\.age$/;

/** The name of a daily backup. It sorts by time, and every file system accepts its characters. */
export const backupName = (createdAt: Date): string =>
  `porchlight-${createdAt.toISOString().replace(/:|\.\d+/g, "")}.tar.gz.age`;

/** The time in the name of a daily backup, or undefined for other names. */
export function timeInName(name: string): Date | undefined {
  const [, day, hour, minute, second] = nameFormat.exec(name) ?? [];
  if (!day) return undefined;
  const time = new Date(`${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(time.getTime()) ? undefined : time;
}

/** The name of a file while it is written and verified. */
export const unfinishedName = (file: string): string =>
  `${file}.${randomBytes(4).toString("hex")}${unfinishedSuffix}`;

/** Whether it is a daily backup that was interrupted. */
export const isUnfinished = (name: string): boolean =>
  name.startsWith("porchlight-") && name.endsWith(unfinishedSuffix);

/** The folder with the pictures and voice messages of the backups that are beside it. */
export const mediaFolderName = "media";
export const mediaFolderOf = (backup: string): string => join(dirname(backup), mediaFolderName);

/** The list of the files there that a backup needs. */
export const mediaListOf = (backup: string): string =>
  join(mediaFolderOf(backup), `${basename(backup)}${listSuffix}`);

/** The name of the backup that a list belongs to, or undefined for other names. */
export function backupOfList(name: string): string | undefined {
  const backup = name.endsWith(listSuffix) ? name.slice(0, -listSuffix.length) : "";
  return timeInName(backup) ? backup : undefined;
}

/** The file there that has these bytes. Its first two digits name its folder, so that no folder gets too long. */
export function mediaFileOf(key: string): string {
  const name = key.slice("media/".length);
  return `${name.slice(0, 2)}/${name}.age`;
}

/** The folder in DATA_DIR for backups of the embedded database before it is migrated, where no BACKUP_DIR is set. */
export const ownFolderName = "before-updates";
