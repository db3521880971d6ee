// Removes pictures and voice messages that no backup needs any more. This file is loaded with the server, so it imports nothing
// that only a backup needs.
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { onConnection } from "#server/platform/db/one-connection.ts";
import { lockForDeleting } from "#server/platform/media/copying.ts";
import {
  backupOfList,
  isUnfinished,
  mediaFolderName,
  mediaListOf,
  timeInName,
} from "../archive/file-names.ts";
import { SortedList } from "../archive/media-lists.ts";
import { withSession } from "../database-session.ts";

const isPart = (name: string): boolean => /^[0-9a-f]{2}$/.test(name);
const isFile = (name: string): boolean => /^[0-9a-f]{64}\.age$/.test(name);
const isUnfinishedFile = (name: string): boolean => /^[0-9a-f]{64}\.age\..*\.unfinished$/.test(name);

async function isNeeded(lists: readonly SortedList[], line: string): Promise<boolean> {
  for (const list of lists) if (await list.has(line)) return true;
  return false;
}

/** Files with other names are not ours and stay. */
async function removeFrom(folder: string, lists: readonly SortedList[]): Promise<void> {
  for (const part of (await readdir(folder)).filter(isPart).sort()) {
    for (const name of (await readdir(join(folder, part))).sort()) {
      const isOver = isUnfinishedFile(name) || (isFile(name) && !(await isNeeded(lists, `${part}/${name}`)));
      if (isOver) await rm(join(folder, part, name), { force: true });
    }
  }
}

/** Lists are written before their archives and removed after them. */
async function removeOtherLists(folder: string, backups: readonly string[]): Promise<void> {
  for (const name of await readdir(folder)) {
    const backup = backupOfList(name);
    const isOver = backup === undefined ? isUnfinished(name) : !backups.includes(backup);
    if (isOver) await rm(join(folder, name), { force: true });
  }
}

async function removeUnneeded(backupFolder: string): Promise<string[]> {
  const backups = (await readdir(backupFolder)).filter((name) => timeInName(name));
  const folder = join(backupFolder, mediaFolderName);
  await removeOtherLists(folder, backups);
  const listed = (await readdir(folder)).flatMap((name) => backupOfList(name) ?? []);
  const unlisted = backups.filter((name) => !listed.includes(name));
  if (unlisted.length > 0) return unlisted;
  const lists = listed.map((name) => new SortedList(mediaListOf(join(backupFolder, name))));
  try {
    await removeFrom(folder, lists);
  } finally {
    for (const list of lists) await list.close();
  }
  return [];
}

/**
 * Removes every file that is on no list of a backup in this folder. Returns the backups without a list, such as those of an
 * older version: while there is one, nothing is removed. Nor is it while a backup is being made.
 */
export const removeUnneededMedia = (databaseUrl: string, backupFolder: string): Promise<string[]> =>
  withSession(databaseUrl, async (client) => {
    await client.query("begin");
    const unlisted = (await lockForDeleting(onConnection(client))) ? await removeUnneeded(backupFolder) : [];
    await client.query("commit");
    return unlisted;
  });
