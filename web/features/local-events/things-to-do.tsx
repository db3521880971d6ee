import { useQuery } from "@tanstack/react-query";
import type { LocalEvent } from "#contract/local-events.ts";
import { dayOfMonth, monthAndDay, shortWeekday, weekday } from "#contract/time-words.ts";
import { useFamilyClock } from "#web/features/families/family-clock.ts";
import { Section, Stack } from "#web/ui/layout/layout.tsx";
import { Empty, Loaded } from "#web/ui/state/loaded.tsx";
import { SkeletonRows } from "#web/ui/state/loading.tsx";
import { Quiet, Together } from "#web/ui/text.tsx";
import { WallTime } from "#web/ui/time/times.tsx";
import { localEventsQuery } from "./queries.ts";
import styles from "./things-to-do.module.css";

/** One thing to do, beside a calendar leaf. */
function LocalEventItem({ event }: { event: LocalEvent }) {
  const { title, date, location, description, allDay, source } = event;
  const [day = "", time = ""] = date.split("T");
  return (
    <li className={styles.item}>
      <p className={styles.leaf} aria-hidden="true">
        {shortWeekday(day)} <b>{dayOfMonth(day)}</b>
      </p>
      <Stack gap={4}>
        <h3>{title}</h3>
        <Quiet>
          {weekday(day)}, <Together>{monthAndDay(day)}</Together>
          <br />
          {allDay ? "All day" : <WallTime time={time} />}
          {location && `, ${location}`}
        </Quiet>
        {description && <p className={styles.text}>{description}</p>}
        {source && <Quiet>From {source}</Quiet>}
      </Stack>
    </li>
  );
}

/** The things to do nearby, on home. */
export function ThingsToDo() {
  const localEvents = useQuery(localEventsQuery(useFamilyClock()));
  return (
    <Section title="Things To Do">
      <Loaded of={localEvents} name="things to do" skeleton={<SkeletonRows count={2} />}>
        {(list) =>
          list.length > 0 ? (
            <ul className={styles.list}>
              {list.map((event) => (
                <LocalEventItem key={event.id} event={event} />
              ))}
            </ul>
          ) : (
            <Empty title="No local events available" />
          )
        }
      </Loaded>
    </Section>
  );
}
