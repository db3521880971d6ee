// Porchlight's own puzzles, for days on which a family has none. Each kind has a file, sorted by difficulty.
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { dayMs } from "#contract/durations.ts";
import type { Puzzle } from "#contract/puzzles.ts";
import { projectFile } from "#server/platform/project-files.ts";

export const difficulties = ["easy", "medium", "hard"] as const;

export interface LibraryPuzzle {
  readonly question: string;
  readonly options: string[];
  readonly answer: string;
  /** The question in numbers, from which a test computes the answer. */
  readonly sum?: string;
}
type Kind = Record<(typeof difficulties)[number], LibraryPuzzle[]>;

const folder = projectFile("server/features/puzzles/library");

/** The kinds are sorted by name. */
export async function readKinds(): Promise<[name: string, kind: Kind][]> {
  const files = (await readdir(folder)).sort();
  return Promise.all(
    files.map(async (file) => {
      const kind: Kind = JSON.parse(await readFile(join(folder, file), "utf8"));
      return [file.replace(".json", ""), kind] as const;
    }),
  );
}

/** Mixes groups so that each is spread evenly. `lead` says which of them comes first. */
function mix<T>(groups: readonly (readonly T[])[], lead = 0): T[] {
  const shift = (group: number) => (((group + lead) % groups.length) + 0.5) / groups.length;
  const placed = groups.flatMap((group, number) =>
    group.map((one, index) => ({ one, at: (index + shift(number)) / group.length })),
  );
  return placed.sort((one, other) => one.at - other.at).map(({ one }) => one);
}

/** All puzzles in the order of the days. Kinds and difficulties alternate, and the first puzzle follows the last. */
export async function readLibrary(): Promise<LibraryPuzzle[]> {
  const kinds = await readKinds();
  const mixed = kinds.map(([, kind], number) => {
    const groups = difficulties.map((difficulty) => kind[difficulty]);
    return mix(groups, number);
  });
  return mix(mixed);
}

/** No puzzle of a family has an id from here to 2,999,999,999, which a check constraint of the table ensures. */
const firstId = 2_000_000_000;

let library: Promise<LibraryPuzzle[]> | undefined;

/** Reads the files once, or again after a failure. */
function cachedLibrary(): Promise<LibraryPuzzle[]> {
  library ??= readLibrary().catch((error) => {
    library = undefined;
    throw error;
  });
  return library;
}

/** Every family has the same puzzle on the same day, YYYY-MM-DD. */
export async function libraryPuzzleOf(day: string): Promise<Puzzle | null> {
  const puzzles = await cachedLibrary();
  const turn = (Date.parse(day) / dayMs) % puzzles.length;
  const puzzle = puzzles[turn];
  if (!puzzle) return null;
  const { question, options, answer: correctAnswer } = puzzle;
  const date = new Date(day).toISOString();
  return { id: firstId + turn, question, options, correctAnswer, isActive: true, date };
}
