import { useQuery } from "@tanstack/react-query";
import type { CalendarEvent } from "#contract/calendar/calendar.ts";
import { useFamilyClock } from "#web/features/families/family-clock.ts";
import { TallLink } from "#web/ui/action/link.tsx";
import { Rows, Section } from "#web/ui/layout/layout.tsx";
import { Empty, Loaded } from "#web/ui/state/loaded.tsx";
import { Skeleton, SkeletonRows } from "#web/ui/state/loading.tsx";
import { DayEvent, MoreEvents, NextEvent } from "./day-event.tsx";
import { todaysEventsQuery } from "./queries.ts";

const skeleton = (
  <>
    <Skeleton shape="line" />
    <SkeletonRows count={3} />
  </>
);

interface EventListProps {
  events: CalendarEvent[];
  /** HH:MM where the family lives. */
  time: string;
}

function EventList({ events, time }: EventListProps) {
  const next = events.find((event) => !event.allDay && event.startTime >= time);
  return (
    <Rows as="ol">
      {events.map((event) => (
        <li key={event.id + event.date}>
          {event === next ? <NextEvent event={event} /> : <DayEvent event={event} />}
        </li>
      ))}
      <MoreEvents of={events} />
    </Rows>
  );
}

export function TodaysEvents() {
  const clock = useFamilyClock();
  const events = useQuery(todaysEventsQuery(clock));
  return (
    <Section title="Today's Events">
      <Loaded of={events} name="today's events" skeleton={skeleton}>
        {(list) =>
          list.length > 0 ? (
            <EventList events={list} time={clock.time} />
          ) : (
            <Empty title="No events scheduled for today" detail="A free day. Enjoy it." />
          )
        }
      </Loaded>
      {/* The link waits for the events, which would otherwise push it off the screen. */}
      {!events.isPending && <TallLink href="/week">See the week</TallLink>}
    </Section>
  );
}
