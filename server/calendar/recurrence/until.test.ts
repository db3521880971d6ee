import { expect, test } from "vitest";
import { anyClock, clockOf } from "./clocks.ts";
import { isUntil } from "./until.ts";

const newYork = clockOf("America/New_York");

test("the last instant of a rule is included, and the next second is not", () => {
  const local = (time: string) => isUntil("20261122T100000", anyClock, time);
  expect([local("2026-11-22T10:00:00"), local("2026-11-22T10:00:01")]).toEqual([true, false]);
  const inUtc = (time: string) => isUntil("20261122T150000Z", newYork, time);
  expect([inUtc("2026-11-22T10:00:00"), inUtc("2026-11-22T10:00:01")]).toEqual([true, false]);
});
