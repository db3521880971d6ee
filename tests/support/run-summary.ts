import type { Reporter, TestModule } from "vitest/node";

/** Ends a run with the line that CI reads: `N passed, N failed`. */
export class RunSummary implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const passed = tests.filter((test) => test.result().state === "passed").length;
    const broken = modules.filter((module) => module.errors().length > 0).length;
    const failed =
      tests.filter((test) => test.result().state === "failed").length + broken + unhandledErrors.length;
    // After the default reporter's own summary.
    process.on("exit", () => process.stdout.write(`${passed} passed, ${failed} failed\n`));
  }
}
