import { describe, expect, it } from "vitest";
import { type OneLineEvent, readOneLine } from "./one-line.ts";

// A Friday at 8:05 in the morning.
const now = { day: "2026-11-20", time: "08:05" };
const read = (line: string, at = now) => readOneLine(line, at);

/** "Dentist | 2026-11-24T15:00 to 16:00 | every year | at Mill Street" */
function short(line: string): string {
  const result = read(line);
  if ("problem" in result) return result.problem;
  const { title, startDate, endDate, allDay, repeats, place, born }: OneLineEvent = result.event;
  const end = endDate.slice(0, 10) === startDate.slice(0, 10) ? endDate.slice(11) : endDate;
  const parts = [
    title,
    allDay ? `${startDate} all day` : `${startDate} to ${end}`,
    repeats && `every ${repeats}`,
    place && `at ${place}`,
    born && `born ${born}`,
  ];
  return parts.filter(Boolean).join(" | ");
}

describe("an event in one line", () => {
  it.each([
    ["Dentist tue 3pm", "Dentist | 2026-11-24T15:00 to 16:00"],
    ["Lunch with Maya friday noon", "Lunch with Maya | 2026-11-20T12:00 to 13:00"],
    ["Piano 12/3 16:30-17:30", "Piano | 2026-12-03T16:30 to 17:30"],
    ["Mom's birthday june 3 1944", "Mom's birthday | 2027-06-03 all day | every year | born 1944"],
    ["Walter's bday 6/3/44", "Walter's bday | 2027-06-03 all day | every year | born 1944"],
    ["Maya's birthday 5 March", "Maya's birthday | 2027-03-05 all day | every year"],
    ["Wedding anniversary feb 29", "Wedding anniversary | 2028-02-29 all day | every year"],
    ["Party Fri, Dec 4 at 7pm", "Party | 2026-12-04T19:00 to 20:00"],
    ["Concert on the 5th at 19:30", "Concert | 2026-12-05T19:30 to 20:30"],
    ["Eye doctor tomorrow 9:15", "Eye doctor | 2026-11-21T09:15 to 10:15"],
    ["Movie tonight at 7", "Movie | 2026-11-20T19:00 to 20:00"],
    ["Dinner at Grandma's sunday 6", "Is 6 a time? Please write it like 6pm."],
    ["Dinner at Grandma's Sunday 6pm", "Dinner | 2026-11-22T18:00 to 19:00 | at Grandma's"],
    ["Dentist at 12 Main Street tue 3pm", "Dentist | 2026-11-24T15:00 to 16:00 | at 12 Main Street"],
    ["yoga every thursday 9-10am", "yoga | 2026-11-26T09:00 to 10:00 | every week"],
    ["Choir mon from 7pm to 9pm", "Choir | 2026-11-23T19:00 to 21:00"],
    ["Visit sat", "Visit | 2026-11-21 all day"],
    ["Trash day 2026-12-01", "Trash day | 2026-12-01 all day"],
    ["3pm tue dentist", "dentist | 2026-11-24T15:00 to 16:00"],
    ["Book club Thurs. 3:30 p.m.", "Book club | 2026-11-26T15:30 to 16:30"],
    ["Graduation may 14 2027 10am", "Graduation | 2027-05-14T10:00 to 11:00"],
  ])("%s", (line, expected) => {
    expect(short(line)).toBe(expected);
  });

  it.each([
    // Without a day it is today, or tomorrow if the time has passed.
    ["Call the bank 3pm", "Call the bank | 2026-11-20T15:00 to 16:00"],
    ["Call the bank 8am", "Call the bank | 2026-11-21T08:00 to 09:00"],
    // A weekday that is today counts until its time has passed.
    ["Dentist fri 9am", "Dentist | 2026-11-20T09:00 to 10:00"],
    ["Dentist fri 8am", "Dentist | 2026-11-27T08:00 to 09:00"],
    ["Dentist next sat 9am", "Dentist | 2026-11-28T09:00 to 10:00"],
    ["Dentist next tue 9am", "Dentist | 2026-11-24T09:00 to 10:00"],
    // Hours without am or pm.
    ["Tea tue at 3", "Tea | 2026-11-24T15:00 to 16:00"],
    ["Tea tue at 10", "Tea | 2026-11-24T10:00 to 11:00"],
    ["Tea tue 03:30", "Tea | 2026-11-24T03:30 to 04:30"],
    ["Fair tue 11-1pm", "Fair | 2026-11-24T11:00 to 13:00"],
    ["Fair tue 3-4pm", "Fair | 2026-11-24T15:00 to 16:00"],
    ["Game tue 8pm-10", "Game | 2026-11-24T20:00 to 22:00"],
    ["Dance sat 11pm-1am", "Dance | 2026-11-21T23:00 to 2026-11-22T01:00"],
    ["Lunch 12pm mon", "Lunch | 2026-11-23T12:00 to 13:00"],
    ["Train 12am mon", "Train | 2026-11-23T00:00 to 01:00"],
    // Names that begin like a weekday or a month, and numbers that are not times.
    ["Wedding of May and Jun saturday 4pm", "Wedding of May and Jun | 2026-11-21T16:00 to 17:00"],
    ["Market 5 friends tue 3pm", "Market 5 friends | 2026-11-24T15:00 to 16:00"],
    ["Dinner for 2-3 people tue 6pm", "Dinner for 2-3 people | 2026-11-24T18:00 to 19:00"],
    ["Sun hat sale friday noon", "Sun hat sale | 2026-11-20T12:00 to 13:00"],
    ["Recital 1/2 4pm", "Recital | 2027-01-02T16:00 to 17:00"],
  ])("that could mean several things: %s", (line, expected) => {
    expect(short(line)).toBe(expected);
  });

  it.each([
    ["", "Please write what it is too, like: Dentist Tue 3pm"],
    ["tue 3pm", "Please write what it is too, like: Dentist Tue 3pm"],
    ["Dentist", "Please add a day, like Tue, tomorrow or 12/3."],
    ["Mom's birthday", "Please add a day, like Tue, tomorrow or 12/3."],
    ["Dentist 13/3 3pm", "There is no month 13. Please write the month first, like 12/3 for December 3."],
    ["Dentist feb 30", "There is no February 30."],
    ["Dentist 2/29/2027", "There is no February 29 in 2027."],
    ["Dentist tue 25:00", "25:00 is not a time. Please write it like 3pm or 15:00."],
    ["Dentist tue 13pm", "13pm is not a time. Please write it like 3pm or 15:00."],
    ["Dentist tue 3", "Is 3 a time? Please write it like 3pm."],
    ["Rent on the 32nd", "No month has a day 32."],
    ["Mom's birthday june 3 2044", "2044 is still to come. Please check the year."],
  ])("that cannot be read says what to change: %j", (line, problem) => {
    expect(short(line)).toBe(problem);
  });

  it("is never read without a title, or with an end before its start, whatever is typed", () => {
    const parts = [
      ...[
        "Tea",
        "tue",
        "3",
        "pm",
        "12/3",
        "-",
        "at",
        "june",
        "31",
        "4:5",
        "noon",
        "the",
        "5th",
        "1944",
        "'s",
      ],
    ];
    const lines = parts.flatMap((one) =>
      parts.flatMap((two) => parts.map((three) => `${one} ${two} ${three}`)),
    );
    const events = lines
      .map((line) => read(line))
      .flatMap((result) => ("event" in result ? result.event : []));
    expect(events.length).toBeGreaterThan(100);
    for (const { title, startDate, endDate } of events) {
      expect(title).not.toBe("");
      expect(endDate >= startDate).toBe(true);
      expect(startDate).toMatch(/^\d{4}-\d\d-\d\d(T\d\d:\d\d)?$/);
    }
  });
});
