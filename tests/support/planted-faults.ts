import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { cp, mkdtemp, readFile, realpath, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as z from "zod/mini";

const root = join(import.meta.dirname, "../..");
const folder = join(root, "tests/planted-faults");

/** A patch that breaks the product in one place. At least one test has to fail because of it. */
export interface PlantedFault {
  readonly file: string;
  readonly patch: string;
  readonly sentence: string;
  /** Test files and folders that should notice the fault. When it is empty, all tests run. */
  readonly related: readonly string[];
  /** Whether the app in dist/ has to be rebuilt with the patch. */
  readonly needsBuild: boolean;
}

function headerOf(text: string, name: string): string | undefined {
  const [head = ""] = text.split(/^diff --git /m);
  return new RegExp(`^${name}: (.+)$`, "m").exec(head)?.[1]?.trim();
}

const isJourney = (test: string): boolean => test.startsWith("tests/journeys");

function readFault(file: string): PlantedFault {
  const patch = join(folder, file);
  const text = readFileSync(patch, "utf8");
  const sentence = headerOf(text, "Fault");
  if (!sentence) throw new Error(`${file} has no line that begins with "Fault: ".`);
  const related = headerOf(text, "Related")?.split(/\s+/) ?? [];
  const missing = related.filter((test) => !existsSync(join(root, test)));
  if (missing.length > 0) throw new Error(`${file} names tests that do not exist: ${missing.join(", ")}.`);
  const changesApp = /^\+\+\+ b\/(web|contract|index\.html)/m.test(text);
  const opensApp = related.length === 0 || related.some(isJourney);
  return { file, patch, sentence, related, needsBuild: changesApp && opensApp };
}

export const plantedFaults = (): PlantedFault[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith(".patch"))
    .sort()
    .map(readFault);

export interface Ended {
  readonly code: number | null;
  readonly output: string;
}

// Set by the outer test run. They would change the behavior of React's build and of the inner test run.
const fromOuterRun = /^(VITEST.*|NODE_ENV|MODE|DEV|PROD|SSR|TEST|BASE_URL)$/;

const environment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !fromOuterRun.test(name)));

/** Runs a program to completion and returns its exit code and everything it printed. */
async function runProgram(folder: string, command: string, args: readonly string[]): Promise<Ended> {
  const child = spawn(command, args, { cwd: folder, env: environment(), stdio: ["ignore", "pipe", "pipe"] });
  const printed: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => printed.push(chunk));
  const [code] = await once(child, "close");
  return { code, output: Buffer.concat(printed).toString("utf8") };
}

/** The last lines of the output usually say why a program failed. */
const endOf = ({ output }: Ended): string => output.trimEnd().split("\n").slice(-30).join("\n");

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
 * A test file that couldn't be loaded, or whose setup failed, has a message but no failed test. A file that was
 * skipped after the first failure has neither.
 */
function brokenFilesIn({ testResults }: z.output<typeof Report>): string[] {
  const isBroken = (file: (typeof testResults)[number]) =>
    file.status === "failed" &&
    file.message !== "" &&
    !file.assertionResults.some(({ status }) => status === "failed");
  return testResults.filter(isBroken).map(({ name, message }) => `${name}: ${message}`);
}

/** Runs these tests until the first failure. Throws if the outcome says nothing about the tests' claims. */
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

// A copy of the working tree in a temporary folder, so that a planted fault never touches the files in use.

async function filesInWorkingTree(): Promise<string[]> {
  const listing = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
  const listed = await runProgram(root, "git", listing);
  if (listed.code !== 0) throw new Error(`git could not list the files.\n${endOf(listed)}`);
  // git still lists files that were deleted only in the working tree.
  return listed.output.split("\0").filter((file) => file !== "" && existsSync(join(root, file)));
}

export class WorkingCopy {
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  static async create(): Promise<WorkingCopy> {
    const folder = await realpath(await mkdtemp(join(tmpdir(), "porchlight-planted-faults-")));
    const copy = new WorkingCopy(folder);
    for (const file of await filesInWorkingTree()) await cp(join(root, file), join(folder, file));
    await symlink(join(root, "node_modules"), join(folder, "node_modules"));
    await copy.#restoreBuiltApp();
    return copy;
  }

  remove(): Promise<void> {
    return rm(this.folder, { recursive: true });
  }

  /** Runs `action` with the fault applied, and restores the copy afterwards. */
  async withFault<T>(fault: PlantedFault, action: () => Promise<T>): Promise<T> {
    await this.#git("apply", fault.patch);
    try {
      if (fault.needsBuild) await this.#build();
      return await action();
    } finally {
      await this.#git("apply", "--reverse", fault.patch);
      if (fault.needsBuild) await this.#restoreBuiltApp();
    }
  }

  async #git(...args: string[]): Promise<void> {
    const ended = await runProgram(this.folder, "git", args);
    if (ended.code !== 0) throw new Error(`The patch does not apply.\n${endOf(ended)}`);
  }

  async #build(): Promise<void> {
    const ended = await runProgram(this.folder, process.execPath, ["scripts/build.ts"]);
    if (ended.code !== 0) throw new Error(`The app does not build with this fault.\n${endOf(ended)}`);
  }

  async #restoreBuiltApp(): Promise<void> {
    const dist = join(this.folder, "dist");
    await rm(dist, { recursive: true, force: true });
    await cp(join(root, "dist"), dist, { recursive: true });
  }
}
