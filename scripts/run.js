// Runs what has to work right after a clone: the server, its commands, and the tests. Plain JavaScript, because it runs before
// anything is installed. Node.js 12 can read this file, too, so that it can say which version is needed.
import { spawn } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { constants } from "node:os";

/** The tests of the project "integration" open no browser. */
function needsBrowser(args) {
  const projects = [...args.join(" ").matchAll(/--project[ =](\S+)/g)].map(([, name]) => name);
  return projects.length === 0 || projects.some((name) => name !== "integration");
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

const main = "dist-server/main.js";

/** The builds that each task needs, and the program that Node.js 26 then runs. */
const tasks = {
  start: () => ({ builds: ["web", "server"], program: [main] }),
  test: (args) => ({
    builds: ["web", "server"],
    program: ["node_modules/vitest/vitest.mjs", "run", ...optionsFor(args)],
  }),
  backup: () => ({ builds: ["server"], program: [main, "backup"] }),
  restore: () => ({ builds: ["server"], program: [main, "restore"] }),
  verify: () => ({ builds: ["server"], program: [main, "verify"] }),
  porchlight: () => ({ builds: ["server"], program: [main, "porchlight"] }),
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

async function runTask() {
  refuseOldNode();
  const { isBuilt } = await import("./built.js");
  const { installIfNeeded, node26, npm, refuseMissingLibrary } = await import("./install.js");
  const [name, ...args] = process.argv.slice(2);
  const task = tasks[name];
  if (!task) throw new Error(`There is no task "${name}". The tasks are: ${Object.keys(tasks).join(", ")}.`);
  installIfNeeded();
  const { builds, program } = task(args);
  for (const build of builds.filter((each) => !isBuilt(each))) {
    const { status } = npm(["run", "--silent", `build:${build}`], ["ignore", "ignore", "inherit"]);
    if (status !== 0) throw new Error(`The ${build} could not be built.`);
  }
  const programs = [
    ...(name === "test" && needsBrowser(args) ? [["scripts/browser.ts"]] : []),
    [...program, ...args],
  ];
  for (const each of programs) {
    const code = await run(node26, each);
    refuseMissingLibrary(code);
    if (code !== 0) return code;
  }
  return 0;
}

runTask().then(
  (code) => process.exit(code),
  (error) => {
    console.error(`\n${error.message}\n`);
    process.exit(1);
  },
);
