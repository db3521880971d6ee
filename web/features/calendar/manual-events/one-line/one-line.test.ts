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
    allDay
      ? `${startDate}${endDate === startDate ? "" : ` to ${endDate}`} all day`
      : `${startDate} to ${end}`,
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
    // It is shown on February 28 of other years, so it begins with the last February 29.
    ["Wedding anniversary feb 29", "Wedding anniversary | 2024-02-29 all day | every year"],
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

  it.each([
    ["Grandma visits Dec 24-26", "Grandma visits | 2026-12-24 to 2026-12-26 all day"],
    ["Grandma visits Dec 24 - Dec 26", "Grandma visits | 2026-12-24 to 2026-12-26 all day"],
    ["Grandma visits Dec 24 to 26", "Grandma visits | 2026-12-24 to 2026-12-26 all day"],
    ["Grandma visits from Dec 24 through Dec 26", "Grandma visits | 2026-12-24 to 2026-12-26 all day"],
    ["Grandma visits 24-26 December", "Grandma visits | 2026-12-24 to 2026-12-26 all day"],
    ["Grandma visits 24 Dec to 2 Jan", "Grandma visits | 2026-12-24 to 2027-01-02 all day"],
    ["Grandma visits 12/24-12/26", "Grandma visits | 2026-12-24 to 2026-12-26 all day"],
    ["Grandma visits Dec 30 - Jan 2", "Grandma visits | 2026-12-30 to 2027-01-02 all day"],
    ["Camping fri-sun", "Camping | 2026-11-20 to 2026-11-22 all day"],
    ["Camping from Friday to Sunday", "Camping | 2026-11-20 to 2026-11-22 all day"],
    ["Grandma visits Dec 24-26, 2027", "Grandma visits | 2027-12-24 to 2027-12-26 all day"],
    ["Pills every day 8am", "Pills | 2026-11-21T08:00 to 09:00 | every day"],
    ["Pills daily at 8", "Pills | 2026-11-21T08:00 to 09:00 | every day"],
    ["Pills every day", "Pills | 2026-11-20 all day | every day"],
    ["Pills each day at 8:30pm", "Pills | 2026-11-20T20:30 to 21:30 | every day"],
    ["Dentist tue 14.30", "Dentist | 2026-11-24T14:30 to 15:30"],
    ["Dentist 14.30 tue", "Dentist | 2026-11-24T14:30 to 15:30"],
    ["Dentist tue 9.10", "Dentist | 2026-11-24T09:10 to 10:10"],
    ["Dentist at 3.12", "Dentist | 2026-11-20T15:12 to 16:12"],
    ["Lunch 3.30pm tue", "Lunch | 2026-11-24T15:30 to 16:30"],
    ["Mum to hairdresser 3.12. at 9", "Mum to hairdresser | 2026-12-03T09:00 to 10:00"],
    ["Mum to hairdresser 3.12. 14.30", "Mum to hairdresser | 2026-12-03T14:30 to 15:30"],
    ["Mum to hairdresser 3.12.2026 9:00", "Mum to hairdresser | 2026-12-03T09:00 to 10:00"],
    ["Mum to hairdresser on 3. 12. at 9", "Mum to hairdresser | 2026-12-03T09:00 to 10:00"],
    ["Movie at 7 tomorrow night", "Movie | 2026-11-21T19:00 to 20:00"],
    ["Movie tomorrow night at 7", "Movie | 2026-11-21T19:00 to 20:00"],
    ["Movie night friday 7pm", "Movie night | 2026-11-20T19:00 to 20:00"],
    ["Movie this evening at 8", "Movie | 2026-11-20T20:00 to 21:00"],
    ["Walk tomorrow morning at 9", "Walk | 2026-11-21T09:00 to 10:00"],
    ["Walk in the morning tue at 9", "Walk | 2026-11-24T09:00 to 10:00"],
    ["Dinner friday evening 6:30", "Dinner | 2026-11-20T18:30 to 19:30"],
    ["Dinner tue at 7 in the evening", "Dinner | 2026-11-24T19:00 to 20:00"],
    ["Coffee saturday afternoon at 3", "Coffee | 2026-11-21T15:00 to 16:00"],
    ["Breakfast tomorrow at 7 in the morning", "Breakfast | 2026-11-21T07:00 to 08:00"],
    ["Flight tue at 7 at night", "Flight | 2026-11-24T19:00 to 20:00"],
    ["Christmas dinner dec 25 6pm", "Christmas dinner | 2026-12-25T18:00 to 19:00"],
    ["Dentist tomorrow 3pm until 4pm", "Dentist | 2026-11-21T15:00 to 16:00"],
    ["Grandpa's 80th birthday sat", "Grandpa's 80th birthday | 2026-11-21 all day | every year"],
    ["Lunch $12.50 tue noon", "Lunch $12.50 | 2026-11-24T12:00 to 13:00"],
    ["Sun hat sale friday noon", "Sun hat sale | 2026-11-20T12:00 to 13:00"],
    ["Good Friday lunch apr 3 noon", "Good Friday lunch | 2027-04-03T12:00 to 13:00"],
    ["Dinner for 2-3 people tue 6pm", "Dinner for 2-3 people | 2026-11-24T18:00 to 19:00"],
    ["Party Dec 4 6-8pm", "Party | 2026-12-04T18:00 to 20:00"],
    ["Dinner with April friday 6pm", "Dinner with April | 2026-11-20T18:00 to 19:00"],
    ["Pick up Leo 15:10 mon", "Pick up Leo | 2026-11-23T15:10 to 16:10"],
    ["Maya's birthday feb 29 2016", "Maya's birthday | 2024-02-29 all day | every year | born 2016"],
    ["Soccer sat 10am-11.30", "Soccer | 2026-11-21T10:00 to 11:30"],
    ["Soccer sat 10.15-11.30", "Soccer | 2026-11-21T10:15 to 11:30"],
    ["Lunch with Dad on 12/3 at noon at Luigi's", "Lunch with Dad | 2026-12-03T12:00 to 13:00 | at Luigi's"],
    ["Bus at 9.05 tue", "Bus | 2026-11-24T09:05 to 10:05"],
    ["Garden May 3 - 5", "Garden | 2027-05-03 to 2027-05-05 all day"],
    ["Class 3 party tue 4pm", "Class 3 party | 2026-11-24T16:00 to 17:00"],
    ["Trip to Paris june 3 to june 10", "Trip to Paris | 2027-06-03 to 2027-06-10 all day"],
    ["Movie night tonight at 8", "Movie night | 2026-11-20T20:00 to 21:00"],
  ])("over several days, every day, or with other words for the time: %s", (line, expected) => {
    expect(short(line)).toBe(expected);
  });

  const example = "Please write it like: Dentist Tue 3pm";

  it.each([
    ["Camping Dec 24-26 at 3pm"],
    ["Pills every day tue 8am"],
    ["Choir mon-fri 7pm"],
    ["Pills every day Walter's birthday"],
  ])("is not guessed at where its parts do not fit together: %s", (line) => {
    expect(short(line)).toBe(`We couldn't read the date. ${example}`);
  });

  it.each([
    ["Camping every fri-sun", "fri"],
    ["Pills every day 8am and 8pm", "8pm"],
    ["Pills 8am and 8pm", "8pm"],
    ["Dentist 3.12 9am", "3.12"],
    ["Choir mon and wed 7pm", "mon"],
    ["Choir mon/wed 7pm", "mon"],
    ["Choir every other tue 5pm", "every"],
    ["Choir every tue and thu 5pm", "tue"],
    ["Lunch next week tue noon", "next week"],
    ["Dinner Christmas 6pm", "Christmas"],
    ["Dinner before Christmas tue 6pm", "before Christmas"],
    ["Doctor at 7 o'clock tue", "o'clock"],
    ["Doctor half past seven tue", "half past"],
    ["Doctor tue half seven", "half seven"],
    ["Physio tue 3pm thu", "tue"],
    ["Physio the 5th and the 12th 3pm", "the 5th"],
    ["Rent every month on the 1st", "every"],
    ["Yoga weekly tue 9am", "weekly"],
    ["Bins biweekly tue 7am", "biweekly"],
    ["Buy 3.50 stamps tue 3pm", "3:50"],
    ["Party Dec 4-6pm", "Dec"],
    ["Meeting 2026-12-01 to 2026-12-03", "2026-12-01"],
    ["Visit until dec 5", "until"],
    ["Dentist tue 3pm wed 4pm", "tue"],
    ["Dinner 5-7 tue", "5-7"],
    ["Dinner dec 4 5-7", "5-7"],
    ["Piano 12/3 and 12/10 4pm", "12/3"],
    // Each of these was read as another day or hour, and its words went into the title or were lost.
    ["Dentist tue 3pm for 2 hours", "for 2 hours"],
    ["Dinner tue at 6 for an hour", "for an hour"],
    ["Dentist last tuesday 3pm", "last tuesday"],
    ["Choir 2nd tuesday 7pm", "2nd tuesday"],
    ["Dentist tuesday week 3pm", "tuesday week"],
    ["Lunch tuesday after next 3pm", "tuesday after next"],
    ["Lunch the day after tomorrow noon", "day after"],
    ["Dentist a week from tuesday 3pm", "week from"],
    ["Pills twice a day 8am", "twice a day"],
    ["Choir weekdays 7pm", "weekdays"],
    ["Walk mornings 9am", "mornings"],
    ["Call at lunchtime tue", "lunchtime"],
    ["Dentist tue after 3pm", "after 3pm"],
    ["Bus tue 3pm-ish", "-ish"],
    ["Choir starting dec 4 7pm", "starting"],
    ["Doctor later today", "later"],
    ["Doctor tue 1500", "1500"],
    ["Doctor tue 15h30", "15h30"],
    ["Doctor tmrw 3pm", "tmrw"],
    ["Doctor tomorow 3pm", "tomorow"],
    ["Doctor wednsday 3pm", "wednsday"],
  ])("asks about words that say when and are left over: %s", (line, words) => {
    expect(short(line)).toBe(`We couldn't read the date: what is “${words}”? ${example}`);
  });

  it("says what it understood besides the words that are left over, and nothing without a day", () => {
    const understood = { startDate: "2026-11-24T15:00", endDate: "2026-11-24T16:00" };
    expect(read("Dentist tue 3pm for 2 hours")).toMatchObject({ understood });
    expect(read("Doctor wednsday 3pm")).not.toHaveProperty("understood");
  });

  it.each([
    ["Choir tuesdays 7pm", "Choir | 2026-11-24T19:00 to 20:00 | every week"],
    ["Choir on Mondays at 7pm", "Choir | 2026-11-23T19:00 to 20:00 | every week"],
    ["Choir weds 7pm", "Choir | 2026-11-25T19:00 to 20:00"],
    ["Choir tues 7pm", "Choir | 2026-11-24T19:00 to 20:00"],
    ["Mum to hairdresser 3.12.26 at 9", "Mum to hairdresser | 2026-12-03T09:00 to 10:00"],
    ["Walter tue 3pm, bring glasses", "Walter, bring glasses | 2026-11-24T15:00 to 16:00"],
    ["Holiday shopping 3pm", "Holiday shopping | 2026-11-20T15:00 to 16:00"],
    ["Doctor sun nov 22 3pm", "Doctor | 2026-11-22T15:00 to 16:00"],
    ["Doctor Tuesday Nov 25 3pm", "November 25 is a Wednesday. Please check the day."],
    ["Dentist 24 3pm", "Please add a day, like Tue, tomorrow or 12/3."],
  ])("takes each word for what it says: %s", (line, expected) => {
    expect(short(line)).toBe(expected);
  });

  it.each([
    ["Grandma visits Dec 26-24", "That would be more than four months. Please check the days."],
    ["Grandma visits Feb 28-30", "There is no February 30."],
    ["Dentist 3.12", "Please add a day, like Tue, tomorrow or 12/3."],
    ["Movie tomorrow night", "Please add a time, like 7pm."],
    ["Lunch next week", "Please add a day, like Tue, tomorrow or 12/3."],
    ["Call Ben in 2 weeks", "Please add a day, like Tue, tomorrow or 12/3."],
    ["Call Ben in an hour", "Please add a day, like Tue, tomorrow or 12/3."],
    ["Visit this weekend", "Please add a day, like Tue, tomorrow or 12/3."],
    ["Trash tue night", "Please add a time, like 7pm."],
    ["Dentist yesterday", "Please add a day, like Tue, tomorrow or 12/3."],
    ["Movie tonight", "Please add a time, like 7pm."],
    ["Movie tonight 8", "Please add a time, like 7pm."],
  ])("asks for what is missing: %s", (line, problem) => {
    expect(short(line)).toBe(problem);
  });

  it.each([
    ["Piano 3/12 16:30", { startDate: "2026-12-03T16:30" }],
    ["Camping 24/12-26/12", { startDate: "2026-12-24", endDate: "2026-12-26" }],
    ["Visit 24/12 to 2/1", { startDate: "2026-12-24", endDate: "2027-01-02" }],
  ])("has the day before the month where the family's country does: %s", (line, event) => {
    expect(readOneLine(line, now, "day-first")).toMatchObject({ event });
    expect(readOneLine("Piano 12/24", now, "day-first")).toEqual({
      problem: "There is no month 24. Please write the day first, like 3/12 for December 3.",
    });
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
