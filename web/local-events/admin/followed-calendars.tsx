import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import type { LocalEventFeed } from "#contract/local-events.ts";
import { Removal } from "#web/admin/removal.tsx";
import { EventCounts } from "#web/calendar/event-counts.tsx";
import { Row } from "#web/ui/layout/row.tsx";
import { Rows } from "#web/ui/layout/rows.tsx";
import { Section } from "#web/ui/layout/section.tsx";
import { Stack } from "#web/ui/layout/stack.tsx";
import { Empty } from "#web/ui/state/empty.tsx";
import { Loaded } from "#web/ui/state/loaded.tsx";
import { Skeleton } from "#web/ui/state/loading.tsx";
import { Note } from "#web/ui/surface/note.tsx";
import { Quiet } from "#web/ui/text.tsx";
import { Updated } from "#web/ui/time/freshness.tsx";
import { FollowForm } from "./follow-form.tsx";
import { localEventFeedsQuery, useUnfollow } from "./local-event-queries.ts";

interface FollowedProps {
  feed: LocalEventFeed;
  onRemoved: () => void;
}

const failed = { title: "The calendar was not removed", otherwise: "Please try again." };

function Followed({ feed: { id, name, url, updatedAt, failure, events }, onRemoved }: FollowedProps) {
  const removal = useUnfollow(id);
  return (
    <li>
      <Stack>
        <Row>
          <Stack gap={4}>
            <h3>{name}</h3>
            <Quiet>{url}</Quiet>
            <p>
              <Updated at={updatedAt} />
            </p>
          </Stack>
          <Removal
            by={removal}
            of={name}
            label="Remove"
            busyLabel="Removing..."
            question={`Remove ${name}?`}
            detail="Its events will disappear from Home. You can add it again at any time."
            done="Calendar removed"
            failed={failed}
            onRemoved={onRemoved}
          />
        </Row>
        <EventCounts of={events} />
        {failure && (
          <Note kind="warn" title="We can't read it right now.">
            <p>{failure}</p>
            <p>Home still shows what we read last.</p>
          </Note>
        )}
      </Stack>
    </li>
  );
}

/** Public calendars whose events are things to do. */
export function FollowedCalendars() {
  const feeds = useQuery(localEventFeedsQuery);
  const place = useRef<HTMLDivElement>(null);
  const stay = () => place.current?.focus({ preventScroll: true });
  return (
    <Section title="Subscribed calendars">
      <div ref={place} tabIndex={-1}>
        <Stack gap={24}>
          <Loaded of={feeds} name="the subscribed calendars" skeleton={<Skeleton shape="row" />}>
            {(list) =>
              list.length > 0 ? (
                <Rows>
                  {list.map((feed) => (
                    <Followed key={feed.id} feed={feed} onRemoved={stay} />
                  ))}
                </Rows>
              ) : (
                <Empty title="No calendars yet." detail="Its events show up on Home automatically." />
              )
            }
          </Loaded>
          <FollowForm />
        </Stack>
      </div>
    </Section>
  );
}
