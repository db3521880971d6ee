// What is said of an event on one of its days: on screens, and on the phone.
import { callName } from "../call-name.ts";
import { dayMs } from "../durations.ts";
import { monthAndDay, weekday } from "../time-words.ts";
import type { CalendarEvent } from "./calendar.ts";

const bornIn = / \(born (\d{4})\)$/;

/** A birthday with a year of birth says the age: "Mom's birthday (82)" for "Mom's birthday (born 1944)" in 2026. */
export function titleOn({ title, date }: Pick<CalendarEvent, "title" | "date">): string {
  const age = Number(date.slice(0, 4)) - Number(title.match(bornIn)?.[1]);
  return age >= 0 ? title.replace(bornIn, ` (${age})`) : title;
}

const hourAfter = (time: string): string =>
  `${String(Number(time.slice(0, 2)) + 1).padStart(2, "0")}${time.slice(2)}`;

/** Whether an event of today has ended. Without an end, it is over an hour after its start. */
export function isOver({ allDay, date, startTime, endTime, endDate }: CalendarEvent, time: string): boolean {
  if (allDay || endDate.slice(0, 10) > date) return false;
  return (endTime ?? hourAfter(startTime)) <= time;
}

const aWeek = 7 * dayMs;
const list = new Intl.ListFormat("en-US");

/** ", until Sunday" on a day after which it goes on; ", until December 14" when that is a week away. */
export function untilWhen({ date, startDate, endDate }: CalendarEvent): string {
  if (endDate === "") return "";
  // A timed event that ends at midnight ends on the day before. An all-day event includes its last day.
  const stepBackMs = startDate.endsWith("T00:00") ? 0 : 1;
  const day = new Date(Date.parse(`${endDate}Z`) - stepBackMs).toISOString().slice(0, 10);
  if (day <= date) return "";
  return `, until ${Date.parse(day) - Date.parse(date) < aWeek ? weekday(day) : monthAndDay(day)}`;
}

/** "Ben is driving; Anna, Rose, and Maya are coming". */
export function peopleIn(people: CalendarEvent["people"], familyName: string): string {
  const parts = ["driving", "coming"].flatMap((part) => {
    const names = people.filter((one) => one.part === part).map(({ name }) => callName(name, familyName));
    return names.length ? `${list.format(names)} ${names[1] ? "are" : "is"} ${part}` : [];
  });
  return parts.join("; ");
}
