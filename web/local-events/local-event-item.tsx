import type { LocalEvent } from "#contract/local-events.ts";
import { Stack } from "#web/ui/layout/stack.tsx";
import { Quiet } from "#web/ui/text.tsx";
import { dayOfMonth, monthAndDay, shortWeekday, weekday } from "#web/ui/time/clock.ts";
import { WallTime } from "#web/ui/time/times.tsx";
import styles from "./local-event-item.module.css";

/** One thing to do, with a leaf of the calendar beside it. */
export function LocalEventItem({ event }: { event: LocalEvent }) {
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
          {weekday(day)}, {monthAndDay(day)}
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
