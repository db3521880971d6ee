import { expect, it } from "vitest";
import type { ManualEvent } from "#contract/calendar/manual-events.ts";
import { eventWords, proposedPlace } from "./form-words.ts";
import { typedEventOf } from "./typed-event.ts";

const today = "2026-11-20";
const typed = typedEventOf(undefined, undefined);

it.each([
  [
    { title: "Dentist", startDate: "2026-11-24T15:00", endDate: "2026-11-24T16:00", location: "Mill Street" },
    "Dentist: Tuesday, November 24, 3:00 PM to 4:00 PM. Place: Mill Street.",
  ],
  [
    { title: "Dance", startDate: "2026-12-31T23:00", endDate: "2027-01-01T01:00", location: "At home" },
    "Dance: Thursday, December 31, 11:00 PM to Friday, January 1, 2027, 1:00 AM. Place: At home.",
  ],
  [
    {
      title: "Mom's birthday (born 1944)",
      startDate: "2027-06-03",
      endDate: "2027-06-03",
      allDay: true,
      repeats: "year" as const,
    },
    "Mom's birthday (83): Thursday, June 3, 2027, all day. Every year.",
  ],
  [{ title: "Dentist" }, ""],
])("the words of %o are: %s", (values, words) => {
  expect(eventWords({ ...typed, ...values }, today)).toBe(words);
});

it("proposes the place where an event with the same title was last, otherwise the home", () => {
  const at = (id: number, title: string, location: string): ManualEvent => ({
    id,
    title,
    location,
    startDate: "",
    endDate: "",
    isActive: true,
    category: "family",
    allDay: false,
    recurrence: null,
    people: [],
    nextDates: [],
    seriesId: null,
  });
  const events = [at(9, "Dentist", "Mill Street"), at(3, "dentist", "Oak Street"), at(12, "Choir", "Church")];
  expect(proposedPlace(" dentist", events)).toBe("Mill Street");
  expect(proposedPlace("Tea", events)).toBe("At home");
});
