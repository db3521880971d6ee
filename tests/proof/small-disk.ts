// Mounts a small disk that a proof can fill. This needs the permission to mount.
import { spawnSync } from "node:child_process";
import { rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const megabyte = 1024 * 1024;

const run = (program: string, ...args: string[]): boolean => spawnSync(program, args).status === 0;

export const mount = (folder: string, megabytes: number): boolean =>
  run("mount", "-t", "tmpfs", "-o", `size=${megabytes}m,mode=700`, "tmpfs", folder);

export const unmount = (folder: string): boolean => run("umount", "--lazy", folder);

/** Fills the disk except for some spare bytes. Returns a function that frees the space. */
export function fill(folder: string, spare = 0): () => void {
  const ballast = join(folder, "ballast");
  const { bavail, bsize } = statfsSync(folder);
  for (let left = bavail * bsize - spare; left > 0; left -= megabyte) {
    try {
      writeFileSync(ballast, Buffer.alloc(Math.min(megabyte, left)), { flag: "a" });
    } catch {
      break;
    }
  }
  return () => rmSync(ballast);
}

export const reasonToSkip = (canMount: boolean): string =>
  canMount ? "" : " (skipped: this user may not mount a disk to fill)";
