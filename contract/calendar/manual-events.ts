import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";
import { Id, IdParams, line, nothing } from "../values.ts";
import { EventCategory, type EventField, EventFields, EventPart } from "./calendar.ts";

export const ManualEvent = z.object({
  ...EventFields.shape,
  id: Id,
  people: z.array(z.object({ personId: Id, name: z.string(), part: EventPart })),
  /** The next starts, including an occurrence that is going on. Empty once the event is over. */
  nextDates: z.array(z.string()),
  /** The event that this one was a date of, until that date was changed on its own. */
  seriesId: z.nullable(Id),
});
export type ManualEvent = z.output<typeof ManualEvent>;

/** A time on the family's clock. An instant with an offset is converted to it. */
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

/** A field that is left out gets its default in a new event and keeps its value in an existing one. */
export const NewManualEvent = z.strictObject({
  title: line(120, 1, "Title is required"),
  startDate: ClockTime("Start date is required"),
  endDate: ClockTime("End date is required"),
  location: line(200, 1, "Location is required"),
  isActive: z.optional(z.boolean()),
  category: z.optional(EventCategory),
  allDay: z.optional(z.boolean()),
  /** Any RFC 5545 rule that repeats daily or less often, at most 24 times a day. The start counts as its first date. */
  recurrence: z.optional(z.nullable(z.string().check(z.maxLength(2_000)))),
  people: z.optional(z.array(z.strictObject({ personId: Id, part: EventPart })).check(z.maxLength(50))),
} satisfies Record<EventField, z.ZodMiniType>);

/** Names one date of a repeating event by its start. Without it, the call is about all dates. */
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
  params: IdParams,
  query,
  body: NewManualEvent,
  response: ManualEvent,
});

export const deleteManualEvent = endpoint({
  method: "DELETE",
  path: "/api/manual-events/:id",
  access: "helper",
  summary: "Delete an event; with `occurrence` one of its dates",
  params: IdParams,
  query,
  response: nothing,
});
