import type { CalendarFreshness, EventCounts as Counts } from "#contract/calendar/subscriptions.ts";
import { Stack } from "#web/ui/layout/layout.tsx";
import { Note } from "#web/ui/surface/note.tsx";
import { Quiet } from "#web/ui/text.tsx";
import { Updated } from "#web/ui/time/times.tsx";

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
