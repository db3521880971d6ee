// Tests with programs of other people run where these are installed.
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { describe } from "vitest";

const isInstalled = (program: string): boolean =>
  (process.env.PATH ?? "").split(delimiter).some((folder) => existsSync(join(folder, program)));

/** In CI, where .ci/run installs the programs, they are required. Elsewhere the tests say why they were skipped. */
export function describeWithInstalled(programs: readonly string[], name: string, tests: () => void): void {
  const missing = programs.filter((program) => !isInstalled(program));
  const isWanted = missing.length === 0 || process.env.OTHER_PROGRAMS === "required";
  if (isWanted) describe(name, tests);
  else describe.skip(`${name} (skipped: ${missing.join(", ")} not installed)`, tests);
}
