import { expect, it } from "vitest";
import { clockTime, monthAndDay, shortDay, shortWeekday, weekday } from "./time-words.ts";

it("says AM before noon and PM from noon on", () => {
  const said = ["00:05", "09:30", "11:59", "12:00", "13:05", "23:59"].map(clockTime);
  expect(said).toEqual(["12:05 AM", "9:30 AM", "11:59 AM", "12:00 PM", "1:05 PM", "11:59 PM"]);
});

it("names a day in US English, whatever the device's time zone", () => {
  expect([weekday("2026-11-20"), shortWeekday("2026-11-21")]).toEqual(["Friday", "Sat"]);
  expect([monthAndDay("2026-11-20"), shortDay("2026-11-20")]).toEqual(["November 20", "Nov 20, 2026"]);
});
