// Enters events for families and reads their days.
import { isDeepStrictEqual } from "node:util";
import * as z from "zod/mini";
import {
  type CalendarEvent,
  type EventField,
  EventFields,
  listCalendarEvents,
} from "#contract/calendar/calendar.ts";
import { addManualEvent, changeManualEvent, type ManualEvent } from "#contract/calendar/manual-events.ts";
import type { Sent } from "#contract/endpoint.ts";
import type { Person } from "./people.ts";
import type { TestServer } from "./server.ts";

export type TypedEvent = Sent<typeof addManualEvent>["body"];

/** "2026-11-24": a date in the family's time zone, this many days from today. */
export const dayIn = ({ clock }: TestServer, days: number, timeZone = "America/New_York"): string => {
  const now = clock.now().toTemporalInstant().toZonedDateTimeISO(timeZone);
  return now.toPlainDate().add({ days }).toString();
};

/** This is a Tuesday. */
export const dentist: TypedEvent = {
  title: "Dentist",
  location: "Mill Street",
  startDate: "2026-11-24T10:00",
  endDate: "2026-11-24T11:00",
};

/** An event of the town. */
export const concert = { title: "Concert", date: "2026-11-24T10:00", location: "Park" };

export const plan = ({ client }: Person, typed: Partial<TypedEvent> = {}): Promise<ManualEvent> =>
  client.call(addManualEvent, { body: { ...dentist, ...typed } });

export const daysOf = ({ client }: Person, from: string, to = from): Promise<CalendarEvent[]> =>
  client.call(listCalendarEvents, { query: { from, to } });

/** "Dentist 2026-11-24 10:00-11:00" for each day's part of an event. */
export const said = ({ title, date, startTime, endTime, allDay }: CalendarEvent): string =>
  `${title} ${date} ${allDay ? "all day" : `${startTime}-${endTime ?? ""}`}`;

export const moveTo = ({ database }: TestServer, { familyId }: Person, time_zone: string) =>
  database.kysely.updateTable("families").set({ time_zone }).where("id", "=", familyId).execute();

/**
 * An event from this day to the next with a value in every field, and another one with other values, none of which is the
 * default of its field.
 */
export function twoEvents(day: string, [one, other]: readonly [Person, Person]) {
  const after = (days: number) => Temporal.PlainDate.from(day).add({ days }).toString();
  const plain: EventFields = {
    title: "Choir",
    startDate: `${day}T12:00`,
    endDate: `${after(1)}T10:00`,
    location: "Church hall",
    isActive: true,
    category: "family",
    allDay: false,
    recurrence: null,
    people: [{ personId: one.id, part: "coming" }],
  };
  const different: EventFields = {
    title: "Rehearsal",
    startDate: `${after(-1)}T00:00`,
    endDate: `${after(2)}T00:00`,
    location: "Music school",
    isActive: false,
    category: "kids",
    allDay: true,
    recurrence: "FREQ=DAILY;INTERVAL=2;COUNT=9",
    people: [{ personId: other.id, part: "driving" }],
  };
  return { plain, different };
}

export const eventFields = z.keyof(EventFields).options;

/** Changes one field of an event after the other. Returns the fields whose change does not show in what is read. */
export async function hiddenFields(
  { client }: Person,
  { plain, different }: ReturnType<typeof twoEvents>,
  read: (id: number) => Promise<unknown>,
): Promise<EventField[]> {
  const { id } = await client.call(addManualEvent, { body: plain });
  const before = await read(id);
  const hidden: EventField[] = [];
  for (const field of eventFields) {
    await client.call(changeManualEvent, { params: { id }, body: { ...plain, [field]: different[field] } });
    if (isDeepStrictEqual(await read(id), before)) hidden.push(field);
  }
  return hidden;
}
