// Porchlight's own puzzles, for the days on which a family has none: one file a kind, by difficulty.
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Puzzle } from "#contract/puzzles.ts";

export const difficulties = ["easy", "medium", "hard"] as const;

export interface LibraryPuzzle {
  readonly question: string;
  readonly options: string[];
  readonly answer: string;
  /** The same in numbers, for the test to work out. */
  readonly sum?: string;
}
type Kind = Record<(typeof difficulties)[number], LibraryPuzzle[]>;

const folder = join(import.meta.dirname, "library");

/** By name. */
export async function readKinds(): Promise<[name: string, kind: Kind][]> {
  const files = (await readdir(folder)).sort();
  return Promise.all(
    files.map(async (file) => {
      const kind: Kind = JSON.parse(await readFile(join(folder, file), "utf8"));
      return [file.replace(".json", ""), kind] as const;
    }),
  );
}

/** Mixes groups, each spread evenly over the whole; `lead` says which of them begins. */
function mix<T>(groups: readonly (readonly T[])[], lead = 0): T[] {
  const shift = (group: number) => (((group + lead) % groups.length) + 0.5) / groups.length;
  const placed = groups.flatMap((group, number) =>
    group.map((one, index) => ({ one, at: (index + shift(number)) / group.length })),
  );
  return placed.sort((one, other) => one.at - other.at).map(({ one }) => one);
}

/** All of them in the order of the days: kinds and difficulties take turns, and after the last comes the first. */
export async function readLibrary(): Promise<LibraryPuzzle[]> {
  const kinds = await readKinds();
  const mixed = kinds.map(([, kind], number) => {
    const groups = difficulties.map((difficulty) => kind[difficulty]);
    return mix(groups, number);
  });
  return mix(mixed);
}

/** Above the ids of all families' puzzles, as the table promises. */
const firstId = 2_000_000_000;
const aDay = 86_400_000;

let library: Promise<LibraryPuzzle[]> | undefined;

/** Read once; again when reading failed. */
function theLibrary(): Promise<LibraryPuzzle[]> {
  library ??= readLibrary().catch((error) => {
    library = undefined;
    throw error;
  });
  return library;
}

/** The same for every family on the same day: YYYY-MM-DD. */
export async function libraryPuzzleOf(day: string): Promise<Puzzle | null> {
  const puzzles = await theLibrary();
  const turn = (Date.parse(day) / aDay) % puzzles.length;
  const puzzle = puzzles[turn];
  if (!puzzle) return null;
  const { question, options, answer: correctAnswer } = puzzle;
  const date = new Date(day).toISOString();
  return { id: firstId + turn, question, options, correctAnswer, isActive: true, date };
}
