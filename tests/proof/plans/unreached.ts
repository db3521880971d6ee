// Finds the places in the server's code that send a statement and were never reached.
import { type Profiler, Session } from "node:inspector/promises";

const sends = /\.execute(?:Query|TakeFirst|TakeFirstOrThrow)?\(|database\.(?:read|write)\(/g;

/** Folders whose statements are about no family, by the reason. */
const uncounted: ReadonlyMap<string, string> = new Map([
  ["server/sandbox/", "the stand-ins of the sandbox"],
  ["server/data/", "backup and restore read everything"],
]);
const isCounted = (file: string) => [...uncounted.keys()].every((folder) => !file.startsWith(folder));

type Functions = readonly Profiler.FunctionCoverage[];

/** Whether the smallest range around this place was never run. */
function isUnreached(functions: Functions, index: number): boolean {
  const [smallest] = functions
    .flatMap(({ ranges }) => ranges)
    .filter(({ startOffset, endOffset }) => startOffset <= index && index < endOffset)
    .sort((one, other) => one.endOffset - one.startOffset - (other.endOffset - other.startOffset));
  return smallest?.count === 0;
}

function lineAt(source: string, index: number): string {
  return source.slice(source.lastIndexOf("\n", index) + 1, source.indexOf("\n", index)).trim();
}

export interface Coverage {
  /** The lines that send a statement and were never reached, each after its file. */
  unreached(): Promise<string[]>;
}

/** Counts in what is imported from now on. */
export async function watchStatements(): Promise<Coverage> {
  const session = new Session();
  session.connect();
  await session.post("Debugger.enable");
  await session.post("Profiler.enable");
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
  return {
    async unreached() {
      const { result } = await session.post("Profiler.takePreciseCoverage");
      const found: string[] = [];
      for (const { scriptId, url, functions } of result) {
        const file = /\/(server\/[^?]*\.ts)/.exec(url)?.[1];
        if (!file || !isCounted(file)) continue;
        const { scriptSource } = await session.post("Debugger.getScriptSource", { scriptId });
        for (const { index } of scriptSource.matchAll(sends))
          if (isUnreached(functions, index)) found.push(`${file}: ${lineAt(scriptSource, index)}`);
      }
      session.disconnect();
      return found;
    },
  };
}
