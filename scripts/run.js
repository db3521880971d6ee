// What package.json's scripts call. Plain JavaScript for Node.js 20: it runs before anything is installed.
import { spawn } from "node:child_process";
import { constants } from "node:os";
import { isBuilt } from "./built.js";
import { installIfNeeded, node26 } from "./install.js";

const build = ["scripts/build.ts"];
const built = () => (isBuilt() ? [] : [build]);
const vitest = "node_modules/vitest/vitest.mjs";
const biome = "node_modules/@biomejs/biome/bin/biome";
const browser = ["scripts/browser.ts"];

/** Each task is a row of programs for Node.js 26; the first that fails ends it. */
const tasks = {
  start: () => [...built(), ["server/main.ts"]],
  dev: () => [...built(), ["scripts/dev.ts"]],
  test: () => [...built(), browser, [vitest, "run"]],
  check: () => [
    [biome, "ci", "--error-on-warnings"],
    ["node_modules/typescript/bin/tsc", "--noEmit"],
    ["node_modules/knip/bin/knip.js"],
    build,
    ["scripts/budgets.ts"],
    browser,
    [vitest, "run"],
  ],
  proof: () => [...built(), [vitest, "run", "--mode", "long"]],
  bench: () => [...built(), ["bench/main.ts"]],
  build: () => [build],
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
  for (const [index, args] of programs.entries()) {
    const isLast = index === programs.length - 1;
    const code = await run(isLast ? [...args, ...rest] : args);
    if (code !== 0) return code;
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
