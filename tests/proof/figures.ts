/** Prints one line of measurements, for docs/operate/reliability.md. */
export const print = (claim: string, figures: Readonly<Record<string, number | string>>): void => {
  const parts = Object.entries(figures).map(([name, value]) => `${name} ${value}`);
  process.stdout.write(`  proof: ${claim}: ${parts.join(", ")}\n`);
};

export const secondsSince = (startedAt: number): number =>
  Math.round((performance.now() - startedAt) / 100) / 10;
