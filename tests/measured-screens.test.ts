// Compares the screens that the journeys measure with the addresses of the app, without opening them.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { screenPaths } from "#contract/screens.ts";
import { addressOf, screenAt } from "./support/screens/addresses.ts";
import type { Screen } from "./support/screens/visit.ts";

const modules = import.meta.glob<Record<string, unknown>>("./support/screens/*.ts", { eager: true });
const isList = (value: unknown): value is readonly Screen[] =>
  Array.isArray(value) && value.every((item) => typeof item.show === "function");
const lists = Object.values(modules).flatMap((exported) =>
  Object.entries(exported).flatMap(([name, screens]) => (isList(screens) ? [{ name, screens }] : [])),
);

const specs = globSync(join(import.meta.dirname, "journeys/screens/*.spec.ts"))
  .map((file) => readFileSync(file, "utf8"))
  .join();

it("every address of the app has a screen that is measured", () => {
  const measured = lists.filter(({ name }) => specs.includes(name)).flatMap(({ screens }) => screens);
  const names = new Set(measured.map(({ name }) => name));
  expect(screenPaths.filter((path) => !names.has(screenAt[path]))).toEqual([]);
});

it("every list of screens is measured", () => {
  expect(lists.length).toBeGreaterThan(10);
  expect(lists.map(({ name }) => name).filter((name) => !specs.includes(name))).toEqual([]);
});

it("the address of a page is the first that matches it", () => {
  const at = (path: string) => addressOf(`http://127.0.0.1:3000${path}`);
  expect(["/", "/admin", "/admin/events", "/help/7", "/help/answer?to=x", "/nowhere"].map(at)).toEqual([
    ...["/", "/admin/:tab?", "/admin/:tab?", "/help/:categoryId", "/help/answer", undefined],
  ]);
});
