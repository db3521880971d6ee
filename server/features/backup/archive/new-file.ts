// Writes files that only their owner may read, so that they are safe on the disk.
import { type FileHandle, open } from "node:fs/promises";
import { Refused } from "#server/features/personal-data/refusals.ts";
import { hasCode } from "#server/platform/config/writable-folder.ts";

function writeRefusal(folder: string, error: unknown): unknown {
  if (hasCode(error, "ENOSPC", "EDQUOT"))
    return new Refused(`There is not enough room on the disk for a backup in ${folder}.`);
  if (hasCode(error, "ENOENT", "ENOTDIR", "EEXIST", "EACCES", "EPERM", "EROFS", "EISDIR"))
    return new Refused(`No backup can be written in ${folder}: is it there, and may Porchlight write to it?`);
  return error;
}

/** Runs something that writes into the folder, and explains its failure. */
export async function writingIn<Result>(folder: string, write: () => Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    throw writeRefusal(folder, error);
  }
}

export async function writeNewFile<Result>(
  file: string,
  write: (handle: FileHandle) => Promise<Result>,
): Promise<Result> {
  const handle = await open(file, "wx", 0o600);
  try {
    const result = await write(handle);
    await handle.sync();
    return result;
  } finally {
    await handle.close();
  }
}

/** A renamed file is only safe when its folder has been synced. Windows has no such call. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  await handle.sync().finally(() => handle.close());
}
