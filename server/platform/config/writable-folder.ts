// Makes and checks DATA_DIR, which holds the embedded database and the server's key.
import { mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Whether a call to the system failed with one of these codes. */
export const hasCode = (error: unknown, ...codes: string[]): boolean =>
  error instanceof Error && "code" in error && codes.includes(String(error.code));

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** Makes one folder at a time, because Node's own `recursive` never returns for a path below /proc. */
function makeFolders(path: string): void {
  if (isFolder(path)) return;
  if (path !== dirname(path)) makeFolders(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another server may have made it at the same moment.
    if (!isFolder(path)) throw error;
  }
}

/** A server starts even on a full disk, and answers 503 until there is room. */
function tryToWrite(folder: string): void {
  const file = join(folder, ".writable");
  try {
    writeFileSync(file, "");
    rmSync(file, { force: true });
  } catch (error) {
    if (!hasCode(error, "ENOSPC", "EDQUOT")) throw error;
  }
}

/** Whether files can be written there. A full disk is another matter. */
export function checkWritable(folder: string): boolean {
  try {
    tryToWrite(folder);
    return true;
  } catch {
    return false;
  }
}

/** Makes `dataDir` if it is missing, and refuses a folder that is not writable. */
export function makeDataFolder(dataDir: string): void {
  try {
    makeFolders(dataDir);
    tryToWrite(dataDir);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `Porchlight cannot keep its data in ${dataDir}; please set DATA_DIR to a folder that it may write to (${reason}).`,
    );
  }
}
