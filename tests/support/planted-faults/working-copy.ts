// A copy of the working tree in a temporary folder, so that a planted fault never touches the files in use.
import { existsSync } from "node:fs";
import { cp, mkdtemp, realpath, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { PlantedFault } from "./fault.ts";
import { endOf, runProgram } from "./program.ts";

const root = join(import.meta.dirname, "../../..");

async function filesInWorkingTree(): Promise<string[]> {
  const listing = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
  const listed = await runProgram(root, "git", listing);
  if (listed.code !== 0) throw new Error(`git could not list the files.\n${endOf(listed)}`);
  // git still lists files that were deleted only in the working tree.
  return listed.output.split("\0").filter((file) => file !== "" && existsSync(join(root, file)));
}

export class WorkingCopy {
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  static async create(): Promise<WorkingCopy> {
    const folder = await realpath(await mkdtemp(join(tmpdir(), "porchlight-planted-faults-")));
    const copy = new WorkingCopy(folder);
    for (const file of await filesInWorkingTree()) await cp(join(root, file), join(folder, file));
    await symlink(join(root, "node_modules"), join(folder, "node_modules"));
    await copy.#restoreBuiltApp();
    return copy;
  }

  remove(): Promise<void> {
    return rm(this.folder, { recursive: true });
  }

  /** Runs `action` with the fault applied, and restores the copy afterwards. */
  async withFault<T>(fault: PlantedFault, action: () => Promise<T>): Promise<T> {
    await this.#git("apply", fault.patch);
    try {
      if (fault.needsBuild) await this.#build();
      return await action();
    } finally {
      await this.#git("apply", "--reverse", fault.patch);
      if (fault.needsBuild) await this.#restoreBuiltApp();
    }
  }

  async #git(...args: string[]): Promise<void> {
    const ended = await runProgram(this.folder, "git", args);
    if (ended.code !== 0) throw new Error(`The patch does not apply.\n${endOf(ended)}`);
  }

  async #build(): Promise<void> {
    const ended = await runProgram(this.folder, process.execPath, ["scripts/build.ts"]);
    if (ended.code !== 0) throw new Error(`The app does not build with this fault.\n${endOf(ended)}`);
  }

  async #restoreBuiltApp(): Promise<void> {
    const dist = join(this.folder, "dist");
    await rm(dist, { recursive: true, force: true });
    await cp(join(root, "dist"), dist, { recursive: true });
  }
}
