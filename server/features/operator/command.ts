import type { FamilyEvents } from "#server/features/families/families.ts";
import type { World } from "#server/platform/world.ts";

export interface Command {
  /** The arguments that it needs. Those in brackets are optional. */
  readonly takes: readonly string[];
  readonly does: string;
  /** Returns the lines to print. */
  run(world: World, args: readonly string[], events: FamilyEvents): Promise<string[]>;
}

export type Commands = Readonly<Record<string, Command>>;

/** Rows as columns that begin below each other. */
export const aligned = (rows: readonly (readonly string[])[]): string[] => {
  const widths = rows.reduce<number[]>(
    (most, row) => row.map((cell, column) => Math.max(most[column] ?? 0, cell.length)),
    [],
  );
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
};

export const dayOf = (at: Date | string): string => new Date(at).toISOString().slice(0, "YYYY-MM-DD".length);

/** Such as "2026-11-27 13:05", in UTC like the log. */
export const minuteOf = (at: Date | string): string =>
  new Date(at).toISOString().slice(0, "YYYY-MM-DDTHH:MM".length).replace("T", " ");
