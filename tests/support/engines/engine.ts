// The engine that the journeys of this process run in. vitest.config.ts has a project for each.

export const engines = ["chromium", "webkit", "firefox"] as const;

export type Engine = (typeof engines)[number];

const isEngine = (name: string): name is Engine => engines.some((each) => each === name);

const given = process.env.ENGINE ?? "chromium";
if (!isEngine(given)) throw new Error(`There is no engine ${given}. There are ${engines.join(", ")}.`);

export const engine: Engine = given;
