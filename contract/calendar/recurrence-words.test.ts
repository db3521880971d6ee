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
  ["FREQ=DAILY;COUNT=5", "Every day, 5 times"],
  ["FREQ=DAILY;BYDAY=TU,FR;COUNT=1", "Every day on Tuesday and Friday, once"],
  ["FREQ=DAILY;BYMONTH=12", "Every day in December"],
  ["FREQ=DAILY;BYHOUR=9;BYMINUTE=15", "Every day at 9:15 AM"],
  ["FREQ=DAILY;BYHOUR=9,17", "Every day at 9:30 AM and 5:30 PM"],
  [
    "FREQ=DAILY;BYMINUTE=0,45;UNTIL=20261222T183000",
    "Every day at 10:00 AM and 10:45 AM, until Dec 22, 2026",
  ],
  ["FREQ=WEEKLY;INTERVAL=2;BYDAY=SU;WKST=SU", "Every 2 weeks on Sunday, with weeks that begin on Sunday"],
  ["FREQ=MONTHLY;BYMONTHDAY=1,-1", "Every month on the 1st and the last day of the month"],
  ["FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13", "Every month on Friday, when it is the 13th"],
  ["FREQ=MONTHLY;BYDAY=-2TU,5FR", "Every month on the 2nd to last Tuesday and the 5th Friday"],
  ["FREQ=MONTHLY;BYDAY=MO,FR;BYSETPOS=-1", "Every month on Monday and Friday, only the last of these"],
  ["FREQ=YEARLY;BYMONTH=1,7", "Every year in January and July on the 24th"],
  ["FREQ=YEARLY;BYMONTH=11;BYDAY=4TH", "Every year in November on the fourth Thursday"],
  ["FREQ=YEARLY;BYDAY=20MO", "Every year on the 20th Monday of the year"],
  ["FREQ=YEARLY;BYYEARDAY=100,-1", "Every year on the 100th day of the year and the last day of the year"],
  [
    "FREQ=YEARLY;BYWEEKNO=20,-1",
    "Every year in the 20th week of the year and the last week of the year on Tuesday",
  ],
])("%s reads: %s", (rule, words) => {
  expect(recurrenceWords(rule, "2026-11-24T10:30")).toBe(words);
});

it("names the days of a month by their ordinals", () => {
  const said = ["01", "02", "03", "04", "11", "12", "13", "21", "22", "23", "31"].map((day) =>
    recurrenceWords("FREQ=MONTHLY", `2026-12-${day}`).replace("Every month on the ", ""),
  );
  expect(said.join(" ")).toBe("1st 2nd 3rd 4th 11th 12th 13th 21st 22nd 23rd 31st");
});

it("says which Tuesday of its month a day is, and whether it is the last", () => {
  const tuesdays = ["2026-12-01", "2026-12-08", "2026-12-15", "2026-12-22", "2026-12-29"];
  expect(tuesdays.map(countedWeekday)).toEqual(["1TU", "2TU", "3TU", "4TU", undefined]);
  expect(tuesdays.map(lastWeekday)).toEqual([undefined, undefined, undefined, undefined, "-1TU"]);
});
