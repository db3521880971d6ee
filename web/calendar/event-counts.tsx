import type { EventCounts as Counts } from "#contract/calendar/subscriptions.ts";
import { Note } from "#web/ui/surface/note.tsx";
import { Quiet } from "#web/ui/text.tsx";

const events = (count: number): string => `${count} ${count === 1 ? "event" : "events"}`;

/** What was found in a calendar of others, and what of it Home cannot show. */
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
        {unreadable === 1 ? "It is" : "The first one is"} “{firstUnreadable}”. Please tell whoever runs this
        calendar.
      </p>
    </Note>
  );
}
