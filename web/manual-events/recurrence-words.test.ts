import { expect, it } from "vitest";
import { countedWeekday, lastWeekday, recurrenceWords } from "./recurrence-words.ts";

it.each([
  ["FREQ=DAILY", "Every day"],
  ["FREQ=DAILY;INTERVAL=3;UNTIL=20261222", "Every 3 days, until Dec 22, 2026"],
  ["FREQ=WEEKLY", "Every week on Tuesday"],
  ["FREQ=WEEKLY;BYDAY=TU;UNTIL=20261222", "Every week on Tuesday, until Dec 22, 2026"],
  ["FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TU,TH", "Every 2 weeks on Monday, Tuesday, and Thursday"],
  ["FREQ=MONTHLY", "Every month on the 24th"],
  ["FREQ=MONTHLY;BYDAY=4TU", "Every month on the fourth Tuesday"],
  ["FREQ=MONTHLY;INTERVAL=6;BYDAY=-1TU", "Every 6 months on the last Tuesday"],
  ["FREQ=YEARLY", "Every year on November 24"],
])("%s is said as: %s", (rule, words) => {
  expect(recurrenceWords(rule, "2026-11-24")).toBe(words);
});

it("counts the days of a month as people do", () => {
  const said = ["01", "02", "03", "04", "11", "12", "13", "21", "22", "23", "31"].map((day) =>
    recurrenceWords("FREQ=MONTHLY", `2026-12-${day}`).replace("Every month on the ", ""),
  );
  expect(said.join(" ")).toBe("1st 2nd 3rd 4th 11th 12th 13th 21st 22nd 23rd 31st");
});

it("knows which Tuesday of its month a day is, and whether it is the last", () => {
  const tuesdays = ["2026-12-01", "2026-12-08", "2026-12-15", "2026-12-22", "2026-12-29"];
  expect(tuesdays.map(countedWeekday)).toEqual(["1TU", "2TU", "3TU", "4TU", undefined]);
  expect(tuesdays.map(lastWeekday)).toEqual([undefined, undefined, undefined, undefined, "-1TU"]);
});
