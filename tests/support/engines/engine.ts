// The engine that the journeys of this process run in. vitest.config.ts has a project for each.
import { programNamed } from "./programs.ts";

export const engines = ["chromium", "webkit", "firefox"] as const;

export type Engine = (typeof engines)[number];

const isEngine = (name: string): name is Engine => engines.some((each) => each === name);

const given = process.env.ENGINE ?? "chromium";
if (!isEngine(given)) throw new Error(`There is no engine ${given}. There are ${engines.join(", ")}.`);

export const engine: Engine = given;

/** The programs that each engine needs. scripts/browser.ts installs Chromium where there is none. */
const programs: Record<Engine, readonly string[]> = {
  chromium: [],
  webkit: ["WebKitWebDriver", "Xvfb", "python3"],
  firefox: ["firefox-esr"],
};

/** The engines of this machine. A run says which ones it lacks, and where ENGINES is "required" it fails. */
export function installedEngines(): Engine[] {
  return engines.filter((name) => {
    const missing = programs[name].filter((program) => !programNamed(program));
    if (missing.length === 0) return true;
    const words = `Nothing runs in ${name}, because this machine has no ${missing.join(" and no ")}.`;
    if (process.env.ENGINES === "required") throw new Error(words);
    process.stdout.write(`${words}\n`);
    return false;
  });
}
