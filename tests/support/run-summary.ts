import { relative } from "node:path";
import type { Reporter, SerializedError, TestModule } from "vitest/node";

/** Enough to fit on one screen at two lines each. */
const maxShown = 20;

interface Failure {
  /** File and line of the test, if known. */
  place: string;
  name: string;
  errors: readonly SerializedError[];
}

const stateCount = (modules: readonly TestModule[], state: "passed" | "skipped"): number =>
  modules.flatMap((module) => [...module.children.allTests(state)]).length;

function failuresIn(module: TestModule): Failure[] {
  const file = relative(process.cwd(), module.moduleId);
  const ofTests = [...module.children.allTests("failed")].map((test) => ({
    place: test.location ? `${file}:${test.location.line}` : file,
    name: test.fullName,
    errors: test.result().errors ?? [],
  }));
  const suites = [module, ...module.children.allSuites()].filter((suite) => suite.errors().length > 0);
  const ofSuites = suites.map((suite) => ({
    place: file,
    name: "fullName" in suite ? suite.fullName : "The file itself",
    errors: suite.errors(),
  }));
  return [...ofTests, ...ofSuites];
}

const firstLine = ([error]: readonly SerializedError[]): string => error?.message.split("\n")[0] ?? "";

function screen(failures: readonly Failure[]): string {
  const shown = failures
    .slice(0, maxShown)
    .map(({ place, name, errors }) => `  ${place}  ${name}\n    ${firstLine(errors).slice(0, 160)}\n`);
  const rest = failures.length - shown.length;
  return ["\nFailed:\n", ...shown, rest > 0 ? `  and ${rest} more, above\n` : ""].join("");
}

/** Ends a run with the failures on one screen, and with the line that CI reads: `N passed, N failed`. */
export class RunSummary implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): void {
    const outsideTests = unhandledErrors.map((error) => ({
      place: "",
      name: "An error outside all tests",
      errors: [error],
    }));
    const failures = [...modules.flatMap(failuresIn), ...outsideTests];
    const skipped = stateCount(modules, "skipped");
    const counts = `${stateCount(modules, "passed")} passed, ${failures.length} failed`;
    const summary = (failures.length > 0 ? screen(failures) : "") + counts;
    // Other reporters print their summaries first.
    process.on("exit", () => process.stdout.write(`${summary}${skipped ? `, ${skipped} skipped` : ""}\n`));
  }
}
