export interface Figure {
  readonly name: string;
  readonly value: string;
  /** Where there is one. */
  readonly goal?: string;
  /** The spread of the runs, or how the value was measured. */
  readonly note?: string;
}

/** The value below which this share of all values lies. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

export const milliseconds = (values: readonly number[], share: number): string =>
  `${quantile(values, share).toFixed(1)} ms`;

export async function secondsOf(action: () => Promise<unknown>): Promise<string> {
  const startedAt = performance.now();
  await action();
  return `${((performance.now() - startedAt) / 1000).toFixed(1)} s`;
}

export const megabytes = (kB: number): string => `${(kB / 1000).toFixed(0)} MB`;

/** "0.31 to 0.35" */
export function spread(values: readonly number[], digits: number): string {
  return `${Math.min(...values).toFixed(digits)} to ${Math.max(...values).toFixed(digits)}`;
}

const columns = ["name", "value", "goal", "note"] as const;

export function printTable(title: string, figures: readonly Figure[]): void {
  const heading = { name: title, value: "", goal: "goal", note: "" };
  const rows = [heading, ...figures].map((figure) => columns.map((column) => figure[column] ?? ""));
  const widths = columns.map((_, index) => Math.max(...rows.map((row) => (row[index] ?? "").length)));
  console.log();
  for (const row of rows) {
    console.log(
      row
        .map((cell, index) => cell.padEnd(widths[index] ?? 0))
        .join("   ")
        .trimEnd(),
    );
  }
}
