import type { FeedFreshness } from "#contract/calendar/subscriptions.ts";
import { Stack } from "#web/ui/layout/stack.tsx";
import { Note } from "#web/ui/surface/note.tsx";
import { Updated } from "#web/ui/time/freshness.tsx";

/** When a calendar of others was read last, and why not since. */
export const LastRead = ({ of: { updatedAt, failure } }: { of: FeedFreshness }) => (
  <div role="status">
    <Stack>
      {failure && (
        <Note kind="warn" title="We can't read it right now.">
          <p>{failure}</p>
          <p>Home still shows what we read last.</p>
        </Note>
      )}
      <p>
        <Updated at={updatedAt} />
      </p>
    </Stack>
  </div>
);
