import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { liveEvents } from "#contract/live-events.ts";

const keys = globSync("web/**/*.{ts,tsx}")
  .filter((file) => !file.endsWith(".test.ts"))
  .flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/(?:queryKey: |keyOf = .*=> )\["([^"]+)"/g)].map(
      ([, name]) => name,
    ),
  );

/** Pages behind signed links have no session, so the live connection does not reach them. */
const withoutSession = ["account-changes", "family-deletions", "test-answers"];

it("every query is read again by a live event, because its key starts with the name of one", () => {
  const names: readonly string[] = [...liveEvents, ...withoutSession];
  expect(keys.length).toBeGreaterThan(20);
  expect(keys.filter((name = "") => !names.includes(name))).toEqual([]);
});
