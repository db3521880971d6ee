import { expect, test } from "vitest";

test("tests run in a zone of their own, on another day than UTC and the families for half of each day", () => {
  expect(Temporal.Now.timeZoneId()).toBe("Pacific/Auckland");
  expect(new Date("2026-11-20T13:05:00Z").getDate()).toBe(21);
});
