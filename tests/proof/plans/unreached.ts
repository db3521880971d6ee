// Finds the places in the server's code that send a statement and were never reached.
import { globSync, readFileSync } from "node:fs";
import { type Profiler, Session } from "node:inspector/promises";

const sends = /\.execute(?:Query|TakeFirst|TakeFirstOrThrow)?\(/g;

/** Folders whose statements are not about families, each with the reason. */
const uncounted: ReadonlyMap<string, string> = new Map([
  ["server/features/backup/", "a backup reads everything and a restore writes everything"],
  ["server/features/cells/room.ts", "a cell counts its families once a minute, if an entrance asks"],
  ["server/features/operator/", "the page and the commands of the person who runs the server"],
  ["server/platform/db/", "the key and the schema of the server, read when it starts"],
  ["server/platform/jobs/", "the table of jobs has one row for each job"],
]);

const isCounted = (file: string): boolean => ![...uncounted.keys()].some((folder) => file.startsWith(folder));

/** Returns the file that a script was made from, if its statements count. */
function serverFile(url: string): string | undefined {
  const file = /\/(server\/[^?]*\.ts)/.exec(url)?.[1];
  return file !== undefined && isCounted(file) ? file : undefined;
}

/** The statements in files that were never imported. */
const unloadedLines = (loaded: ReadonlySet<string>): string[] =>
  globSync("server/**/*.ts", { exclude: ["**/*.test.ts", "**/sample-calls.ts"] })
    .filter((file) => isCounted(file) && !loaded.has(file))
    .flatMap((file) => {
      const source = readFileSync(file, "utf8");
      return [...source.matchAll(sends)].map(({ index }) => `${file}: ${lineAt(source, index)}`);
    });

type Functions = readonly Profiler.FunctionCoverage[];

/** Whether the smallest range around this place was never run. */
function isUnreached(functions: Functions, index: number): boolean {
  const [smallest] = functions
    .flatMap(({ ranges }) => ranges)
    .filter(({ startOffset, endOffset }) => startOffset <= index && index < endOffset)
    .sort((one, other) => one.endOffset - one.startOffset - (other.endOffset - other.startOffset));
  return smallest?.count === 0;
}

const lineAt = (source: string, index: number): string =>
  source.slice(source.lastIndexOf("\n", index) + 1, source.indexOf("\n", index)).trim();

const unreachedLines = (source: string, functions: Functions): string[] =>
  [...source.matchAll(sends)]
    .filter(({ index }) => isUnreached(functions, index))
    .map(({ index }) => lineAt(source, index));

export interface Coverage {
  /** The lines that send a statement and were never reached, each after its file. */
  unreached(): Promise<string[]>;
}

/** Counts in everything that is imported from now on. */
export async function watchStatements(): Promise<Coverage> {
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.startPreciseCoverage", { callCount: false, detailed: true });
  return {
    async unreached() {
      const { result } = await session.post("Profiler.takePreciseCoverage");
      // Only now, because it slows down everything that runs.
      await session.post("Debugger.enable");
      const found: string[] = [];
      const loaded = new Set<string>();
      for (const { scriptId, url, functions } of result) {
        const file = serverFile(url);
        if (file === undefined) continue;
        loaded.add(file);
        const { scriptSource } = await session.post("Debugger.getScriptSource", { scriptId });
        found.push(...unreachedLines(scriptSource, functions).map((line) => `${file}: ${line}`));
      }
      session.disconnect();
      return [...found, ...unloadedLines(loaded)];
    },
  };
}
