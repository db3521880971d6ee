import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";
import { Id, line, nothing, PathId } from "../values.ts";
import { EventCategory, EventPart } from "./calendar.ts";

export const ManualEvent = z.object({
  id: Id,
  title: z.string(),
  /** YYYY-MM-DDTHH:MM on the family's clock; of the first occurrence, where it repeats. */
  startDate: z.string(),
  /** All day: midnight of the last day. */
  endDate: z.string(),
  location: z.string(),
  isActive: z.boolean(),
  category: EventCategory,
  allDay: z.boolean(),
  /** An RFC 5545 rule; null for what takes place once. */
  recurrence: z.nullable(z.string()),
  people: z.array(z.object({ personId: Id, name: z.string(), part: EventPart })),
  /** When it starts the next times, an occurrence that is going on included; none once it is over. */
  nextDates: z.array(z.string()),
  /** The event that this one was a date of, until that date was changed by itself. */
  seriesId: z.nullable(Id),
});
export type ManualEvent = z.output<typeof ManualEvent>;

/** A time on the family's clock; an instant with its offset is converted to it. */
export const ClockTime = (missing: string) =>
  z
    .string(missing)
    .check(
      z.minLength(1, missing),
      z.regex(
        /^(19|20|21)\d\d-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)?$/,
        "Please give a date and a time like 2026-11-20T10:00",
      ),
    );

/** What is not given keeps its default in a new event, and what it was in one that is changed. */
export const NewManualEvent = z.strictObject({
  title: line(120, 1, "Title is required"),
  startDate: ClockTime("Start date is required"),
  endDate: ClockTime("End date is required"),
  location: line(200, 1, "Location is required"),
  isActive: z.optional(z.boolean()),
  category: z.optional(EventCategory),
  /** Then only the days of the two dates count, the last one included. */
  allDay: z.optional(z.boolean()),
  /** Any RFC 5545 rule that repeats daily or more rarely; the start counts as its first date. */
  recurrence: z.optional(z.nullable(z.string().check(z.maxLength(2_000)))),
  people: z.optional(z.array(z.strictObject({ personId: Id, part: EventPart })).check(z.maxLength(50))),
});

const params = z.object({ id: PathId });
/** One date of an event that repeats, by its start; without it all of them are meant. */
const query = z.object({
  occurrence: z.optional(
    z.iso.datetime({
      local: true,
      precision: -1,
      error: "Please give a date and a time like 2026-11-20T10:00",
    }),
  ),
});

export const listManualEvents = endpoint({
  method: "GET",
  path: "/api/manual-events",
  access: "helper",
  summary: "The family's manual events, the next one first and past ones last",
  response: z.array(ManualEvent),
});

export const addManualEvent = endpoint({
  method: "POST",
  path: "/api/manual-events",
  access: "helper",
  summary: "Add an event, once or repeating",
  body: NewManualEvent,
  response: ManualEvent,
  status: 201,
});

export const changeManualEvent = endpoint({
  method: "PUT",
  path: "/api/manual-events/:id",
  access: "helper",
  summary:
    "Change an event; with `occurrence` one of its dates, which becomes an event of its own and does not repeat",
  params,
  query,
  body: NewManualEvent,
  response: ManualEvent,
});

export const deleteManualEvent = endpoint({
  method: "DELETE",
  path: "/api/manual-events/:id",
  access: "helper",
  summary: "Delete an event; with `occurrence` one of its dates",
  params,
  query,
  response: nothing,
});
