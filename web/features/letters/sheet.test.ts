import { expect, test } from "vitest";
import type { Letter } from "#contract/letters.ts";
import { sheetOf } from "./sheet.ts";

const pictures = Array.from({ length: 6 }, (_, place) => ({
  id: place + 1,
  width: 1600,
  height: 1200,
  words: `Ben: Picture ${place + 1}`,
}));

/** A week with so many events on each of so many days. */
const week = (days: number, eventsADay: number): Letter["days"] =>
  Array.from({ length: days }, (_, place) => ({
    day: `2026-11-2${place + 1}`,
    events: Array.from({ length: eventsADay }, (_, number) => `1${number}:00 AM Walk number ${number + 1}`),
  }));

test.each(["Letter", "A4"] as const)(
  "however full the week is, a page of %s has a row of pictures",
  (paper) => {
    const letter = { family: "The Reyes family", day: "2026-11-20", paper, pictures, birthdays: [] };
    const questions = [{ text: "What did you cook on Sundays?", answers: ["Rose: Chicken."] }];
    for (let days = 0; days <= 7; days++)
      for (let eventsADay = 1; eventsADay <= 9; eventsADay++) {
        const sheet = sheetOf({ ...letter, questions, days: week(days, eventsADay) });
        expect(sheet.pictures.length, `${days} days of ${eventsADay} events`).toBeGreaterThanOrEqual(3);
        expect(sheet.pictureHeight).toBeGreaterThanOrEqual(80);
      }
  },
);
