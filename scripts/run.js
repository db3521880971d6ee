// What package.json's scripts call. Plain JavaScript for Node.js 20: it runs before anything is installed.
import { spawn } from "node:child_process";
import { constants } from "node:os";
import { isBuilt } from "./built.js";
import { installIfNeeded, node26 } from "./install.js";

const biome = "node_modules/@biomejs/biome/bin/biome";
const vitest = ["node_modules/vitest/vitest.mjs", "run"];
const build = ["build", "scripts/build.ts"];
const built = () => (isBuilt() ? [] : [build]);
const browser = ["a browser for the tests", "scripts/browser.ts"];

/** Each task is a row of programs for Node.js 26, each after its name; the first that fails ends it. */
const tasks = {
  start: () => [...built(), ["server", "server/main.ts"]],
  dev: () => [...built(), ["server", "scripts/dev.ts"]],
  test: () => [...built(), browser, ["tests", ...vitest]],
  check: () => [
    ["format and lint", biome, "ci", "--error-on-warnings"],
    ["types", "node_modules/typescript/bin/tsc", "--noEmit"],
    ["dead code", "node_modules/knip/bin/knip.js"],
    build,
    ["budgets", "scripts/budgets.ts"],
    browser,
    ["tests", ...vitest],
  ],
  proof: () => [...built(), browser, ["proofs", ...vitest, "--mode", "long"]],
  bench: () => [...built(), ["bench", "bench/main.ts"]],
  build: () => [build],
  backup: () => [["backup", "server/main.ts", "backup"]],
  restore: () => [["restore", "server/main.ts", "restore"]],
  verify: () => [["verification", "server/main.ts", "verify"]],
  texts: () => [["texts", "scripts/texts.ts"]],
};

const parent = process.ppid;

/** A signal to npm ends npm's shell and goes no further: that we were left alone is how we hear of it. */
function onceLeftAlone(stop) {
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    stop("SIGTERM");
  }, 300);
  return watch;
}

/** Runs one program with our own input and output, hands it our signals, and answers its exit code. */
function run(args) {
  const child = spawn(node26, args, { stdio: "inherit" });
  const pass = (signal) => child.kill(signal);
  process.on("SIGINT", pass).on("SIGTERM", pass);
  const watch = onceLeftAlone(pass);
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("exit", (code, signal) => {
      process.off("SIGINT", pass).off("SIGTERM", pass);
      clearInterval(watch);
      resolve(code ?? 128 + constants.signals[signal]);
    });
  });
}

async function main() {
  const [name, ...rest] = process.argv.slice(2);
  const task = tasks[name];
  if (!task) throw new Error(`There is no task "${name}". There are: ${Object.keys(tasks).join(", ")}.`);
  installIfNeeded();
  const programs = task();
  for (const [index, [step, ...args]] of programs.entries()) {
    const isLast = index === programs.length - 1;
    const code = await run(isLast ? [...args, ...rest] : args);
    if (code === 0) continue;
    // The tests end with such a line themselves.
    if (!isLast) console.error(`\nFailed: ${step}. What follows it was not run.\n${index} passed, 1 failed`);
    return code;
  }
  return 0;
}

main().then(
  (code) => process.exit(code),
  (error) => {
    console.error(`\n${error.message}\n`);
    process.exit(1);
  },
);
