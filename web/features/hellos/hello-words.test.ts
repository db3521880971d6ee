import { expect, it } from "vitest";
import { dayGiven, heartWords, lovedWords, whenGiven } from "./hello-words.ts";

const zone = "America/New_York";
/** Thursday, November 26, at nine in the evening in New York. */
const now = Date.parse("2026-11-27T02:00:00Z");

it.each([
  ["2026-11-26T13:00:00Z", "this morning"],
  ["2026-11-26T17:00:00Z", "this afternoon"],
  ["2026-11-26T23:00:00Z", "this evening"],
  ["2026-11-26T04:59:00Z", "yesterday"],
  ["2026-11-25T05:00:00Z", "yesterday"],
  ["2026-11-25T04:59:00Z", "on Tuesday"],
  ["2026-11-20T17:00:00Z", "on Friday"],
  ["2026-11-19T17:00:00Z", "on November 19"],
])("what was given at %s is from %s, on the family's clock", (at, words) => {
  expect(whenGiven(at, now, zone)).toBe(words);
});

it("names the day, with its year only where it is another one", () => {
  expect(dayGiven("2026-11-25T04:59:00Z", now, zone)).toBe("Tuesday, November 24");
  expect(dayGiven("2026-01-01T04:59:00Z", now, zone)).toBe("Dec 31, 2025");
});

it("says who loved it, and what of one's own somebody loved", () => {
  const called = ({ name }: { name: string }) => name;
  const [rose, walter] = ["Rose", "Walter"].map((name, id) => ({ id, name }));
  const lovedBy = [rose, walter].filter((person) => person !== undefined);
  const picture = { id: 1, width: 4, height: 3 };
  expect(lovedWords({ lovedBy }, called)).toBe("Rose and Walter loved it");
  expect(lovedWords({ lovedBy: [] }, called)).toBe(undefined);
  expect(heartWords({ lovedBy: lovedBy.slice(0, 1), pictures: [picture], question: null }, called)).toBe(
    "Rose loved your picture",
  );
  expect(heartWords({ lovedBy, pictures: [], question: null }, called)).toBe(
    "Rose and Walter loved your voice message",
  );
  expect(heartWords({ lovedBy, pictures: [], question: "Who lived next door?" }, called)).toBe(
    "Rose and Walter loved your answer",
  );
});
