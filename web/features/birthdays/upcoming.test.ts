import { expect, it } from "vitest";
import type { Birthday } from "#contract/birthdays.ts";
import { birthdaysAhead, birthdaysOn, birthdayTitle, wordsAhead, wordsToday } from "./upcoming.ts";

type Born = readonly [name: string, birthday: Birthday | null];

const familyOf = (...born: readonly Born[]) => ({
  name: "The Reyes family",
  members: born.map(([name, birthday], index) => ({
    id: index + 1,
    name,
    role: "grandparent" as const,
    phoneNumber: null,
    picture: null,
    birthday,
  })),
});

const walter = ["Walter Reyes", { month: 12, day: 6, year: 1942 }] as const;
const rose = ["Rose Reyes", { month: 12, day: 6, year: null }] as const;
const leapling = ["Ida", { month: 2, day: 29, year: 1944 }] as const;
const noId = 0;

const aheadOn = (today: string, ...born: readonly Born[]) =>
  birthdaysAhead(today, familyOf(...born)).map((one) => [one.person.name, one.daysAhead, one.age]);

it("home shows a birthday from fourteen days before it until its end", () => {
  expect(aheadOn("2026-11-21", walter)).toEqual([]);
  expect(aheadOn("2026-11-22", walter)).toEqual([["Walter", 14, 84]]);
  expect(aheadOn("2026-12-06", walter)).toEqual([["Walter", 0, 84]]);
  expect(aheadOn("2026-12-07", walter)).toEqual([]);
});

it("a birthday in January is near at the end of December", () => {
  expect(aheadOn("2026-12-28", ["Ben", { month: 1, day: 2, year: 2000 }])).toEqual([["Ben", 5, 27]]);
});

it("two people who were born on one day are both named, and the soonest birthday is first", () => {
  const anna: Born = ["Anna Reyes", { month: 12, day: 2, year: null }];
  expect(aheadOn("2026-11-27", walter, rose, anna, ["Ben", null])).toEqual([
    ["Anna", 5, undefined],
    ["Walter", 9, 84],
    ["Rose", 9, undefined],
  ]);
});

it("February 29 is kept on February 28 in years that have no such day", () => {
  const on = (day: string) => birthdaysOn(day, familyOf(leapling)).map(birthdayTitle);
  expect(on("2027-02-28")).toEqual(["Ida turns 83"]);
  expect(on("2027-03-01")).toEqual([]);
  expect(on("2028-02-28")).toEqual([]);
  expect(on("2028-02-29")).toEqual(["Ida turns 84"]);
  expect(aheadOn("2028-02-15", leapling)).toEqual([["Ida", 14, 84]]);
  expect(aheadOn("2100-02-15", leapling)).toEqual([["Ida", 13, 156]]);
});

it("nobody has a birthday before they were born, and the day of birth has no age", () => {
  const baby: Born = ["June", { month: 11, day: 20, year: 2026 }];
  const on = (day: string) => birthdaysOn(day, familyOf(baby)).map(birthdayTitle);
  expect([on("2025-11-20"), on("2026-11-20"), on("2027-11-20")]).toEqual([
    [],
    ["June's birthday"],
    ["June turns 1"],
  ]);
});

it.each([
  ["2026-11-27", "Walter is 84 in 9 days", "Rose's birthday is in 9 days", "Your birthday is in 9 days"],
  ["2026-12-05", "Walter is 84 tomorrow", "Rose's birthday is tomorrow", "Your birthday is tomorrow"],
])("on %s it is said as people say it", (today, ...words) => {
  const [ofWalter, ofRose] = birthdaysAhead(today, familyOf(walter, rose));
  const said = [ofWalter, ofRose].map((one) => one && wordsAhead(one, noId));
  expect([...said, ofRose && wordsAhead(ofRose, ofRose.person.id)]).toEqual(words);
});

it("on the day, the person is wished a happy birthday and the others are told", () => {
  const [ofWalter, ofRose] = birthdaysAhead("2026-12-06", familyOf(walter, rose));
  expect([
    ofWalter && wordsToday(ofWalter, noId),
    ofRose && wordsToday(ofRose, noId),
    ofWalter && wordsToday(ofWalter, ofWalter.person.id),
  ]).toEqual(["Walter is 84 today", "It's Rose's birthday today", "Happy birthday, Walter!"]);
});
