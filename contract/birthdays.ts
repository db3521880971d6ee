// When members of a family were born, as far as they want it to know. GET /api/family says it of each member.
import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { monthName } from "./time-words.ts";
import { IdParams, nothing } from "./values.ts";

export const Birthday = z.object({
  /** January is 1. */
  month: z.int(),
  day: z.int(),
  /** Null where only the day is known. */
  year: z.nullable(z.int()),
});
export type Birthday = z.output<typeof Birthday>;

/** Whether a month has this day. Without a year, February has 29 days. */
const isOnCalendar = ({ month, day, year }: Birthday): boolean =>
  new Date(Date.UTC(year ?? 2000, month - 1, day)).getUTCDate() === day;

const notOnCalendar = ({ month, day, year }: Birthday): string =>
  `There ${year === null ? "is" : "was"} no ${monthName(month)} ${day}${year === null ? "" : ` in ${year}`}`;

/** Anything else ends the checks, because there is no such day to look for on the calendar. */
const whole = (min: number, max: number, error: string) =>
  z.int(error).check(z.gte(min, { abort: true, error }), z.lte(max, { abort: true, error }));

export const NewBirthday = z
  .strictObject({
    month: whole(1, 12, "Please choose a month"),
    day: whole(1, 31, "Please give a day from 1 to 31"),
    year: z.nullable(whole(1000, 9999, "Please give a year like 1944, or leave it empty")),
  })
  .check(
    z.refine(isOnCalendar, {
      path: ["day"],
      error: ({ input }) => notOnCalendar(Birthday.parse(input)),
    }),
  );
export type NewBirthday = z.output<typeof NewBirthday>;

export const changeBirthday = endpoint({
  method: "PUT",
  path: "/api/birthdays/:id",
  access: "member",
  switch: "birthdays",
  summary: "Say when you were born, or, as an admin, when another member was. The year can be null",
  params: IdParams,
  body: NewBirthday,
  response: nothing,
});

export const removeBirthday = endpoint({
  method: "DELETE",
  path: "/api/birthdays/:id",
  access: "member",
  summary: "Remove your birthday, or, as an admin, that of another member",
  params: IdParams,
  response: nothing,
});
