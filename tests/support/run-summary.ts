import { relative } from "node:path";
import type { Reporter, SerializedError, TestCase, TestModule } from "vitest/node";

/** Enough to fit on one screen at two lines each. */
const maxShown = 20;
/** A run of fewer files doesn't ask where its time goes. */
const manyFiles = 50;

interface Failure {
  /** File and line of the test, if known. */
  place: string;
  name: string;
  errors: readonly SerializedError[];
}

const testsIn = (modules: readonly TestModule[], state: "passed" | "skipped"): TestCase[] =>
  modules.flatMap((module) => [...module.children.allTests(state)]);

/** The tests that did not run: those that `npm test` leaves out, and those that this machine can't run. */
function skippedIn(modules: readonly TestModule[]): string {
  const skipped = testsIn(modules, "skipped");
  const extended = skipped.filter(({ tags }) => tags.includes("extended")).length;
  const ofThem = extended > 0 ? `, ${extended} of them extended` : "";
  return skipped.length > 0 ? `, ${skipped.length} skipped${ofThem}` : "";
}

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

function slowestFiles(modules: readonly TestModule[]): string {
  if (modules.length < manyFiles) return "";
  const slowest = modules
    .map((module) => ({ module, seconds: Math.round(module.diagnostic().duration / 1000) }))
    .sort((one, other) => other.seconds - one.seconds)
    .slice(0, maxShown)
    .map(({ module: { project, moduleId }, seconds }) => {
      const file = relative(process.cwd(), moduleId);
      return `  ${String(seconds).padStart(4)} s  ${project.name}  ${file}\n`;
    });
  return ["\nThe slowest files:\n", ...slowest].join("");
}

/** Ends a run with its slowest files, with the failures on one screen, and with the line that CI reads: `N passed, N failed`. */
export class RunSummary implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): void {
    const outsideTests = unhandledErrors.map((error) => ({
      place: "",
      name: "An error outside all tests",
      errors: [error],
    }));
    const failures = [...modules.flatMap(failuresIn), ...outsideTests];
    const counts = `${testsIn(modules, "passed").length} passed, ${failures.length} failed${skippedIn(modules)}`;
    const summary = slowestFiles(modules) + (failures.length > 0 ? screen(failures) : "") + counts;
    // Other reporters print their summaries first.
    process.on("exit", () => process.stdout.write(`${summary}\n`));
  }
}
