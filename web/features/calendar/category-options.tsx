import type { EventCategory } from "#contract/calendar/calendar.ts";
import { eventCategories } from "#contract/calendar/event-categories.ts";

/** The names of the categories for a whole calendar. Those of a single event are in event-words.ts. */
export const categoryPlurals: Record<EventCategory, string> = {
  kids: "Kids' events",
  family: "Family events",
  appointment: "Appointments",
};

/** The options of a `SelectField` that says what is in a calendar. */
export const CategoryOptions = () =>
  eventCategories.map((category) => (
    <option key={category} value={category}>
      {categoryPlurals[category]}
    </option>
  ));
