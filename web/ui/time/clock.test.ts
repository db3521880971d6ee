import { expect, it } from "vitest";
import { ago, wallClock } from "./clock.ts";

it("shows the family's wall-clock time", () => {
  const now = Date.parse("2026-11-21T04:30:00Z");
  expect(wallClock(now, "America/New_York")).toEqual({ day: "2026-11-20", time: "23:30" });
  expect(wallClock(now, "Europe/Berlin")).toEqual({ day: "2026-11-21", time: "05:30" });
});

it("says how long ago something was", () => {
  expect([0, 1, 12, 60, 185, 2879, 2880, 10_000].map(ago)).toEqual([
    "just now",
    "1 minute ago",
    "12 minutes ago",
    "1 hour ago",
    "3 hours ago",
    "47 hours ago",
    "2 days ago",
    "6 days ago",
  ]);
});
