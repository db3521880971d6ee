import { expect, it } from "vitest";
import { ago, clockTime, monthAndDay, shortWeekday, wallClock, weekday } from "./clock.ts";

it("says AM before noon and PM from noon on", () => {
  const said = ["00:05", "09:30", "11:59", "12:00", "13:05", "23:59"].map(clockTime);
  expect(said).toEqual(["12:05 AM", "9:30 AM", "11:59 AM", "12:00 PM", "1:05 PM", "11:59 PM"]);
});

it("names a day in US English, whatever the device's time zone", () => {
  expect([weekday("2026-11-20"), shortWeekday("2026-11-21")]).toEqual(["Friday", "Sat"]);
  expect(monthAndDay("2026-11-20")).toBe("November 20");
});

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
