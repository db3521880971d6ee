import { useQuery } from "@tanstack/react-query";
import type { CalendarEvent } from "#contract/calendar/calendar.ts";
import { isOver, titleOn } from "#contract/calendar/day-words.ts";
import { useFamilyClock } from "#web/features/families/family-clock.ts";
import { TallLink } from "#web/ui/action/link.tsx";
import { FoldedSections, Rows, Section, Stack } from "#web/ui/layout/layout.tsx";
import { Empty, Loaded } from "#web/ui/state/loaded.tsx";
import { Skeleton, SkeletonRows } from "#web/ui/state/loading.tsx";
import { Together } from "#web/ui/text.tsx";
import { DayEvent, EventStart, MoreEvents, NextEvent } from "./day-event.tsx";
import { todaysEventsQuery, tomorrowsEventsQuery } from "./queries.ts";

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

/** What is left of today, with the next event set larger. */
export function TodaysEvents() {
  const clock = useFamilyClock();
  const events = useQuery(todaysEventsQuery(clock));
  return (
    <Section title="Today's Events">
      <Loaded of={events} name="today's events" skeleton={skeleton}>
        {(list) => {
          const left = list.filter((event) => !isOver(event, clock.time));
          if (list.length === 0)
            return <Empty title="No events scheduled for today" detail="A free day. Enjoy it." />;
          if (left.length === 0) return <Empty title="Nothing more today" />;
          return <EventList events={left} time={clock.time} />;
        }}
      </Loaded>
    </Section>
  );
}

/** Tomorrow in one line, once it has loaded. */
function Tomorrow() {
  const { data: events } = useQuery(tomorrowsEventsQuery(useFamilyClock()));
  const [first, ...others] = events ?? [];
  if (!events) return null;
  if (!first) return <p>Tomorrow: nothing planned.</p>;
  const more = others.length + (events.at(-1)?.more ?? 0);
  return (
    <p>
      Tomorrow: <b>{titleOn(first)}</b>
      <EventStart event={first} />
      {more > 0 && (
        <>
          , and <Together>{more.toLocaleString("en-US")} more</Together>
        </>
      )}
    </p>
  );
}

/** What comes after today, and what of today is over. */
export function AroundToday() {
  const clock = useFamilyClock();
  const { data: events, isPending } = useQuery(todaysEventsQuery(clock));
  const earlier = (events ?? []).filter((event) => isOver(event, clock.time));
  return (
    <Stack>
      <div>
        <Tomorrow />
        {/* The link waits for the events, which would otherwise push it off the screen. */}
        {!isPending && <TallLink href="/week">See the week</TallLink>}
      </div>
      {earlier.length > 0 && (
        <FoldedSections>
          <Section title="Earlier today">
            <Rows as="ol">
              {earlier.map((event) => (
                <li key={event.id + event.date}>
                  <DayEvent event={event} />
                </li>
              ))}
            </Rows>
          </Section>
        </FoldedSections>
      )}
    </Stack>
  );
}
