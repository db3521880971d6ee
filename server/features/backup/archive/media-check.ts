// Reads each picture and voice message that an archive has in the folder beside it.

import { Refused } from "#server/features/personal-data/refusals.ts";
import { mediaFileOf, mediaFolderOf } from "./file-names.ts";
import { keysIn, type MediaContents } from "./manifest.ts";
import { MediaFolder, type MediaKeys } from "./media-folder.ts";

const maxNamed = 10;

/** Receives the rows of the archive. */
export class BesideCheck {
  readonly #file: string;
  #folder: MediaFolder | undefined;
  /** What is wrong with a file, by its key. */
  readonly #problems = new Map<string, "missing" | "damaged">();

  constructor(file: string) {
    this.#file = file;
  }

  async onRows(table: string, rows: Uint8Array, { serverKey, identity }: Partial<MediaKeys>): Promise<void> {
    if (table !== "media" || !serverKey || identity === undefined) return;
    this.#folder ??= new MediaFolder(mediaFolderOf(this.#file), { serverKey, identity });
    for (const key of keysIn(rows)) {
      const found = await this.#folder.read(key);
      if (typeof found === "string") this.#problems.set(key, found);
    }
  }

  /** Refuses the archive if a file is missing that was there when the archive was written, or is damaged. */
  refuseProblems({ lost }: MediaContents): void {
    for (const key of lost) this.#problems.delete(key);
    if (this.#problems.size === 0) return;
    const all = [...this.#problems].map(([key, problem]) => `${mediaFileOf(key)} is ${problem}`);
    const others = all.length > maxNamed ? `, and ${all.length - maxNamed} more are missing or damaged` : "";
    throw new Refused(
      `${this.#file} needs all of its pictures and voice messages in ${mediaFolderOf(this.#file)}, but there ${all.slice(0, maxNamed).join(", ")}${others}. Please copy that folder again, or use another backup.`,
    );
  }
}
