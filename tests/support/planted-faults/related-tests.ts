import { existsSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod/mini";
import { endOf, runProgram } from "./program.ts";

const Report = z.object({
  numTotalTests: z.number(),
  success: z.boolean(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.enum(["passed", "failed"]),
      message: z.string(),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          failureMessages: z.nullish(z.array(z.string())),
        }),
      ),
    }),
  ),
});

interface FailedTest {
  readonly name: string;
  readonly message: string;
}

export interface TestRun {
  readonly isGreen: boolean;
  readonly failed: readonly FailedTest[];
}

// Code that doesn't run fails any test that touches it, which says nothing about what the test checks.
const brokenCode = /^(SyntaxError|ReferenceError|Error: Transform failed|Error: Cannot find module)/;

function failedTestsIn(report: z.output<typeof Report>): FailedTest[] {
  const tests = report.testResults.flatMap(({ assertionResults }) => assertionResults);
  return tests
    .filter(({ status }) => status === "failed")
    .map(({ fullName, failureMessages }) => ({ name: fullName, message: failureMessages?.join("\n") ?? "" }));
}

/**
 * A test file that couldn't be loaded, or whose setup failed, has a message but no failed test of its own. A
 * file that was skipped after the first failure has neither.
 */
function brokenFilesIn({ testResults }: z.output<typeof Report>): string[] {
  const isBroken = (file: (typeof testResults)[number]) =>
    file.status === "failed" &&
    file.message !== "" &&
    !file.assertionResults.some(({ status }) => status === "failed");
  return testResults.filter(isBroken).map(({ name, message }) => `${name}: ${message}`);
}

/**
 * Runs these tests until the first failure. Throws if the outcome says nothing about what the tests claim.
 */
export async function runTests(folder: string, tests: readonly string[]): Promise<TestRun> {
  const file = join(folder, "test-report.json");
  await rm(file, { force: true });
  const options = ["--maxWorkers=1", "--bail=1", "--reporter=json", `--outputFile=${file}`];
  const vitest = ["node_modules/vitest/vitest.mjs", "run", ...options, ...tests];
  const ended = await runProgram(folder, process.execPath, vitest);
  if (!existsSync(file)) throw new Error(`The test run crashed.\n${endOf(ended)}`);
  const report = Report.parse(JSON.parse(await readFile(file, "utf8")));
  if (report.numTotalTests === 0)
    throw new Error(`There are no tests in ${tests.join(" ")}.\n${endOf(ended)}`);
  const broken = brokenFilesIn(report);
  if (broken.length > 0) throw new Error(`Test files could not run:\n${broken.join("\n")}`);
  const failed = failedTestsIn(report);
  const unable = failed.find(({ message }) => brokenCode.test(message));
  if (unable) throw new Error(`The code cannot run: ${unable.name}\n${unable.message}`);
  if (failed.length === 0 && ended.code !== 0) throw new Error(`The test run crashed.\n${endOf(ended)}`);
  return { isGreen: failed.length === 0, failed };
}
