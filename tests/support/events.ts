// Enters events for families and reads their days.
import { type CalendarEvent, listCalendarEvents } from "#contract/calendar/calendar.ts";
import { addManualEvent, type ManualEvent } from "#contract/calendar/manual-events.ts";
import type { Sent } from "#contract/endpoint.ts";
import type { Person } from "./people.ts";
import type { TestServer } from "./server.ts";

export type TypedEvent = Sent<typeof addManualEvent>["body"];

/** "2026-11-24": a date in the family's time zone, this many days from today. */
export const dayIn = ({ clock }: TestServer, days: number): string => {
  const now = clock.now().toTemporalInstant().toZonedDateTimeISO("America/New_York");
  return now.toPlainDate().add({ days }).toString();
};

/** This is a Tuesday. */
export const dentist: TypedEvent = {
  title: "Dentist",
  location: "Mill Street",
  startDate: "2026-11-24T10:00",
  endDate: "2026-11-24T11:00",
};

export const plan = ({ client }: Person, typed: Partial<TypedEvent> = {}): Promise<ManualEvent> =>
  client.call(addManualEvent, { body: { ...dentist, ...typed } });

export const daysOf = ({ client }: Person, from: string, to = from): Promise<CalendarEvent[]> =>
  client.call(listCalendarEvents, { query: { from, to } });

/** "Dentist 2026-11-24 10:00-11:00" for each day's part of an event. */
export const said = ({ title, date, startTime, endTime, allDay }: CalendarEvent): string =>
  `${title} ${date} ${allDay ? "all day" : `${startTime}-${endTime ?? ""}`}`;

export const moveTo = ({ database }: TestServer, { familyId }: Person, time_zone: string) =>
  database.kysely.updateTable("families").set({ time_zone }).where("id", "=", familyId).execute();
