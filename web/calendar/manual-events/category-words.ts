import type { EventCategory } from "#contract/calendar/calendar.ts";

export const categoryWords: Record<EventCategory, string> = {
  family: "Family event",
  kids: "Kids' event",
  appointment: "Appointment",
};
