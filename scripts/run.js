// Runs the tasks of package.json's scripts. Plain JavaScript, because it runs before anything is installed. Node.js 12 can
// read this file, too, so that it can say which version is needed.
import { spawn } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { constants } from "node:os";

const biome = "node_modules/@biomejs/biome/bin/biome";
const vitest = ["node_modules/vitest/vitest.mjs", "run"];
const buildWeb = ["build of the web app", "scripts/build.ts"];
const buildServer = ["build of the server", "scripts/build-server.ts"];
const browser = ["a browser for the tests", "scripts/browser.ts"];

/** The tests of the project "rooms" open no browser. */
function browserFor(args) {
  const projects = [...args.join(" ").matchAll(/--project[ =](\S+)/g)].map(([, name]) => name);
  return projects.length > 0 && projects.every((name) => name === "rooms") ? [] : [browser];
}

const isFolder = (path) => existsSync(path) && statSync(path).isDirectory();

/**
 * `npm test` leaves out the extended tests, so that it takes two thirds of the time. A test that is chosen by its file or
 * its title runs in any case. A few files finish sooner when only two processes load the server.
 */
function optionsFor(args) {
  const isValue = (at) => at > 0 && /^--?[^=]+$/.test(args[at - 1]);
  const places = args.filter((arg, at) => !arg.startsWith("-") && !isValue(at));
  const choosesTests =
    places.some((place) => !isFolder(place)) || args.some((arg) => /^(-t|--testN)/.test(arg));
  const hasWorkers = places.length === 0 || args.some((arg) => arg.startsWith("--maxWorkers"));
  return [...(choosesTests ? [] : ["--tags-filter=!extended"]), ...(hasWorkers ? [] : ["--maxWorkers=2"])];
}

/** Each task lists programs for Node.js 26, each after its name. The first failure ends the task. */
const tasksWith = (isBuilt) => {
  const builtWeb = () => (isBuilt("web") ? [] : [buildWeb]);
  const builtServer = () => (isBuilt("server") ? [] : [buildServer]);
  const built = () => [...builtWeb(), ...builtServer()];
  return {
    start: () => [...built(), ["server", "dist-server/main.js"]],
    dev: () => [...builtWeb(), ["server", "scripts/dev.ts"]],
    test: (args) => [...built(), ...browserFor(args), ["tests", ...vitest, ...optionsFor(args)]],
    check: () => [
      ["format and lint", biome, "ci", "--error-on-warnings"],
      ["types", "node_modules/typescript/bin/tsc", "--noEmit"],
      ["dead code", "node_modules/knip/bin/knip.js"],
      ["known vulnerabilities", "scripts/audit.js"],
      buildWeb,
      buildServer,
      ["budgets", "scripts/budgets.ts"],
      browser,
      ["tests", ...vitest],
    ],
    proof: () => [...built(), browser, ["proofs", ...vitest, "--mode", "long"]],
    bench: () => [...built(), ["bench", "bench/main.ts"]],
    build: () => [buildWeb, buildServer],
    backup: () => [...builtServer(), ["backup", "dist-server/main.js", "backup"]],
    restore: () => [...builtServer(), ["restore", "dist-server/main.js", "restore"]],
    verify: () => [...builtServer(), ["verification", "dist-server/main.js", "verify"]],
    porchlight: () => [...builtServer(), ["command", "dist-server/main.js", "porchlight"]],
    "release-backup": () => [["backup of the release", "scripts/release-backup.ts"]],
    texts: () => [["texts", "scripts/texts.ts"]],
    screenshots: () => [...builtWeb(), browser, ["screenshots", "scripts/screenshots.ts"]],
  };
};

const parent = process.ppid;

/**
 * A signal to npm ends npm's shell but does not reach this process. A new parent process is how we notice.
 */
function whenOrphaned(stop) {
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    stop("SIGTERM");
  }, 300);
  return watch;
}

/** Runs one program with our input and output, forwards our signals, and resolves to its exit code. */
function run(node, args) {
  const child = spawn(node, args, { stdio: "inherit" });
  const pass = (signal) => child.kill(signal);
  process.on("SIGINT", pass).on("SIGTERM", pass);
  const watch = whenOrphaned(pass);
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("exit", (code, signal) => {
      process.off("SIGINT", pass).off("SIGTERM", pass);
      clearInterval(watch);
      resolve(code === null ? 128 + constants.signals[signal] : code);
    });
  });
}

function refuseOldNode() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major > 20 || (major === 20 && minor >= 11)) return;
  throw new Error(
    `Porchlight needs Node.js 20.11 or newer with npm, and this is Node.js ${process.versions.node}. Debian 13 has it in the packages nodejs and npm; for other systems see https://nodejs.org.`,
  );
}

async function main() {
  refuseOldNode();
  const { isBuilt } = await import("./built.js");
  const { refuseMissingLibrary, installIfNeeded, node26 } = await import("./install.js");
  const tasks = tasksWith(isBuilt);
  const [name, ...rest] = process.argv.slice(2);
  const task = tasks[name];
  if (!task) throw new Error(`There is no task "${name}". The tasks are: ${Object.keys(tasks).join(", ")}.`);
  installIfNeeded();
  const programs = task(rest);
  for (const [index, [step, ...args]] of programs.entries()) {
    const isLast = index === programs.length - 1;
    const code = await run(node26, isLast ? [...args, ...rest] : args);
    if (code === 0) continue;
    refuseMissingLibrary(code);
    // Vitest prints such a summary itself.
    if (!isLast)
      console.error(`\nFailed: ${step}. The steps after it were not run.\n${index} passed, 1 failed`);
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
