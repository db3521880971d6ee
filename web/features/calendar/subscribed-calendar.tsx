import type { EventCategory } from "#contract/calendar/calendar.ts";
import { eventCategories } from "#contract/calendar/event-categories.ts";
import type { StaleCalendar } from "#contract/calendar/settings.ts";
import type { CalendarFreshness, EventCounts as Counts } from "#contract/calendar/subscriptions.ts";
import { Stack } from "#web/ui/layout/layout.tsx";
import { Note } from "#web/ui/surface/note.tsx";
import { Quiet } from "#web/ui/text.tsx";
import { Ago, Updated } from "#web/ui/time/times.tsx";

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

/** Says why the newest attempt to read a subscribed calendar failed. */
export const ReadFailure = ({ of: failure }: { of: string | null }) =>
  failure && (
    <Note kind="warn" title="We can't read it right now.">
      <p>{failure}</p>
      <p>Home still shows what we read last.</p>
    </Note>
  );

/** Says when a subscribed calendar was last read, and why the newest attempt failed. */
export const LastRead = ({ of: { updatedAt, failure } }: { of: CalendarFreshness }) => (
  <div role="status">
    <Stack>
      <ReadFailure of={failure} />
      <p>
        <Updated at={updatedAt} />
      </p>
    </Stack>
  </div>
);

const events = (count: number): string => `${count} ${count === 1 ? "event" : "events"}`;

/** Says how many events a subscribed calendar has, and how many cannot be shown. */
export function EventCounts({ of: counts }: { of: Counts | null }) {
  if (!counts) return null;
  const { found, unreadable, firstUnreadable } = counts;
  if (found === 0)
    return (
      <Note kind="warn" title="0 events found.">
        <p>Please check that this is the right address.</p>
      </Note>
    );
  if (unreadable === 0) return <Quiet>{events(found)} found</Quiet>;
  return (
    <Note kind="warn" title={`${unreadable} of ${events(found)} could not be read.`}>
      <p>
        {unreadable === 1 ? "It is" : "The first one is"} “{firstUnreadable}”. Please tell the person who runs
        this calendar.
      </p>
    </Note>
  );
}

/** Names subscribed calendars that may be out of date. The panel says why. */
export const StaleCalendars = ({ of: stale }: { of: StaleCalendar[] }) => (
  <Stack gap={4}>
    {stale.map(({ name, updatedAt }) => (
      <Quiet key={name + updatedAt}>
        “{name}” was last updated <Ago at={updatedAt} />. It may have changed since.
      </Quiet>
    ))}
  </Stack>
);
