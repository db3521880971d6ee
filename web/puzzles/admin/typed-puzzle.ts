import type { Sent } from "#contract/endpoint.ts";
import type { createPuzzle } from "#contract/puzzles.ts";

/** What stands in the form: `another` is the option that is being typed. */
export type TypedPuzzle = Sent<typeof createPuzzle>["body"] & { another: string };

const isTyped = (typed: unknown): typed is TypedPuzzle =>
  typeof typed === "object" && typed !== null && "another" in typed;

/** Who creates the puzzle without adding the last option first has meant it all the same. */
export function withTypedOption(typed: unknown): unknown {
  if (!isTyped(typed)) return typed;
  const { another, ...puzzle } = typed;
  const option = another.trim();
  return option ? { ...puzzle, options: [...puzzle.options, option] } : puzzle;
}

/** What is wrong with an option that is to be added. */
export function refusedOption(option: string, options: readonly string[]): string | undefined {
  if (!option) return "Please write the option first";
  const isThere = options.some((one) => one.toLowerCase() === option.toLowerCase());
  return isThere ? "This option is already there" : undefined;
}
