// Runs the journeys: in Chromium, or in the engines that are named. Other arguments go to Vitest.
import { spawnSync } from "node:child_process";
import { parseArgs } from "node:util";
import { type Engine, engines } from "#tests/support/engines/engine.ts";

const { values, tokens } = parseArgs({
  options: { engine: { type: "string", default: "chromium" } },
  strict: false,
  tokens: true,
});

const projects: Record<Engine, string> = { chromium: "journeys", webkit: "webkit", firefox: "firefox" };
const chosen = engines.filter((name) => values.engine === "all" || values.engine === name);
if (chosen.length === 0) {
  console.error(`There is no engine "${values.engine}". There are ${engines.join(", ")}, and all.`);
  process.exit(1);
}

const places = tokens.flatMap((token) => {
  if (token.kind === "positional") return [token.value];
  return token.kind === "option" && token.name !== "engine"
    ? [token.rawName, token.value ?? ""].filter(Boolean)
    : [];
});
const only = chosen.flatMap((name) => ["--project", projects[name]]);
const { status } = spawnSync("vitest", ["run", "--mode", "journeys", ...only, ...places], {
  stdio: "inherit",
});
process.exit(status ?? 1);
