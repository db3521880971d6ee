// Feeds as real producers write them, and broken ones. Each has a file with the expected events in two time
// zones.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectFile } from "#server/platform/project-files.ts";
import { feedText, parse, shown } from "#tests/support/parsed-feed.ts";

const folder = projectFile("tests/feeds");
const names = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".txt"))
  .map((file) => file.replace(/\.txt$/, ""));

async function onClock(name: string, timeZone: string): Promise<string> {
  const lines = await shown(feedText(name), timeZone);
  return [`${timeZone}:`, ...lines.map((line) => `  ${line}`), ""].join("\n");
}

test("the corpus has feeds of at least ten kinds, and broken ones", () => {
  expect(names.filter((name) => !name.startsWith("broken/")).length).toBeGreaterThanOrEqual(10);
  expect(names.filter((name) => name.startsWith("broken/")).length).toBeGreaterThanOrEqual(4);
});

test.each(names)("%s: has exactly these occurrences, in New York and in Berlin", async (name) => {
  const clocks = await Promise.all(["America/New_York", "Europe/Berlin"].map((zone) => onClock(name, zone)));
  expect(clocks.join("\n")).toBe(readFileSync(join(folder, `${name}.txt`), "utf8"));
});

test.each([
  ["icloud", "Lucía & family"],
  ["teamup", "Falcons U9 (Soccer)"],
  ["district", "Escuela Niños Unidos — Año 2026"],
  ["branch-library", "Café & Books"],
  ["library", "Town Library"],
  ["broken/carriage-returns", "Old Mac"],
])("%s has the name that it gives itself", async (name, itself) => {
  expect(await parse(feedText(name))).toMatchObject({ name: itself });
});

test.each([
  ["library", "A slow half hour for stiff shoulders. Come as you are & bring a friend."],
  ["teamup", "Bring two balls. Ends at 6:30."],
  ["district", "Line one Line two, with commas; and a backslash \\ here"],
  ["branch-library", "Registration is open. Bring an apron"],
])("a description of %s becomes one line of text", async (name, description) => {
  const parsed = await parse(feedText(name));
  expect(parsed).toMatchObject({
    events: expect.arrayContaining([expect.objectContaining({ description })]),
  });
});

const habits = names.filter((name) => name.startsWith("habits/") && name !== "habits/unreadable");

test.each(habits)("%s loses no event", async (name) => {
  expect(await parse(feedText(name))).toMatchObject({ counts: { unreadable: 0, firstUnreadable: null } });
});

test("unreadable events are counted, and the first one is named", async () => {
  const counts = { found: 6, unreadable: 4, firstUnreadable: "Without a start" };
  expect(await parse(feedText("habits/unreadable"))).toMatchObject({ counts });
});

test("a calendar without events is reported as empty", async () => {
  const nothing = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n";
  const counts = { found: 0, unreadable: 0, firstUnreadable: null };
  expect(await parse(nothing)).toMatchObject({ kind: "calendar", events: [], counts });
});

test("a calendar that ends in the middle is damaged, whatever it began with", async () => {
  expect(await parse(feedText("broken/cut-off"))).toEqual({ kind: "broken" });
});
