import { globSync, readFileSync } from "node:fs";
import { defineConfig } from "vitest/config";
import { type Engine, installedEngines } from "#tests/support/engines/engine.ts";
import { RunSummary } from "#tests/support/run-summary.ts";

const integration = {
  name: "integration",
  include: ["{server,contract,web,dev}/**/*.test.{ts,tsx}", "tests/*.test.ts"],
  globalSetup: "tests/support/cluster.ts",
  setupFiles: "tests/support/show-failures.ts",
  // Where the machine is has to make no difference. In UTC, or in a family's zone, mistakes about zones don't show.
  env: { TZ: "Pacific/Auckland" },
  // Loading the server's modules for each file took half of the CPU time.
  isolate: false,
  testTimeout: 60_000,
  hookTimeout: 60_000,
};

const journeys = {
  name: "journeys",
  include: ["tests/journeys/**/*.spec.ts"],
  globalSetup: "tests/support/cluster.ts",
  setupFiles: "tests/support/show-failures.ts",
  // The files of a worker share its browser, too.
  isolate: false,
  testTimeout: 180_000,
  hookTimeout: 60_000,
};

const extended = { name: "extended", description: "Rare states, rare failures and large loads." };
const chromium = {
  name: "chromium",
  description: "What only Chromium can be made to do, in a file for each engine.",
};

const runsInEachEngine = (file: string) => readFileSync(file, "utf8").includes("useEngineWindows(");

/** What other engines have to pass for every change: the first path, and on the second visit sign-in, help and no connection. */
const mainJourneys = ["tests/journeys/first-path.spec.ts", "tests/journeys/second-visit.spec.ts"];

/**
 * Beside all other tests, two cores would be too slow for what has to happen within seconds, so these run two at a time
 * after them.
 */
const quiet = { maxWorkers: 2, sequence: { groupOrder: 1 } };

/**
 * Journeys in another engine, where each window is a browser of its own. `npm run test:e2e -- --engine` runs all that are
 * written for each engine.
 */
const inEngine = (name: Engine, include = globSync(journeys.include).filter(runsInEachEngine)) => ({
  ...journeys,
  name,
  include,
  env: { ENGINE: name },
  tags: [{ ...chromium, skip: true }],
  ...quiet,
});

const proof = {
  name: "proof",
  // Every run kills a server and a database twice each, and looks for statements that plans.proof.ts does not reach.
  include: ["tests/proof/{server-killed,database-killed,statements}.proof.ts"],
  testTimeout: 900_000,
  hookTimeout: 60_000,
  ...quiet,
};

const withLongForm = <Project extends { include: string[] }>(project: Project): Project => ({
  ...project,
  include: globSync(project.include).filter((file) => readFileSync(file, "utf8").includes("inLong(")),
});

const everyRun = [integration, journeys, proof];
const otherEngines = () => installedEngines().filter((name) => name !== "chromium");
const longMode = [
  withLongForm(integration),
  withLongForm(journeys),
  { ...proof, include: ["tests/proof/*.proof.ts"] },
];

/**
 * `npm run check` adds other engines. `npm run test:e2e` is for journeys only. `npm run proof` is the long mode: every
 * proof, and the long form of each test that has one.
 */
const projectsOf: Record<string, () => typeof everyRun> = {
  check: () => [...everyRun, ...otherEngines().map((name) => inEngine(name, mainJourneys))],
  journeys: () => [journeys, ...otherEngines().map((name) => inEngine(name))],
  long: () => longMode,
};

export default defineConfig(({ mode }) => ({
  test: {
    // One more than the cores of a small machine: a test that waits leaves its core to another.
    maxWorkers: 3,
    tags: [extended, chromium],
    // The summary of a run names the line of each test that failed.
    includeTaskLocation: true,
    reporters: [mode === "long" ? "verbose" : "dot", new RunSummary()],
    // As long as a locator waits. A test that needs a tighter limit sets its own.
    expect: { poll: { timeout: 30_000 } },
    projects: (projectsOf[mode]?.() ?? everyRun).map((test) => ({ test })),
  },
}));
