import type { CalendarEvent } from "#contract/calendar.ts";
import { Badge } from "#web/ui/surface/badge.tsx";
import { WallTime } from "#web/ui/time/times.tsx";
import styles from "./day-event.module.css";

interface EventProps {
  event: CalendarEvent;
}

function Times({ event: { allDay, startTime, endTime } }: EventProps) {
  if (allDay) return "All day";
  return (
    <>
      <WallTime time={startTime} />
      {endTime && (
        <>
          {" - "}
          <WallTime time={endTime} />
        </>
      )}
    </>
  );
}

const What = ({ event }: EventProps) => (
  <>
    <h3>{event.title}</h3>
    {event.location && <p>{event.location}</p>}
    {event.isManualEvent && (
      <p>
        <Badge>Manual</Badge>
      </p>
    )}
  </>
);

export const DayEvent = ({ event }: EventProps) => (
  <div className={styles.event}>
    <p className={styles.time}>
      <Times event={event} />
    </p>
    <div className={styles.what}>
      <What event={event} />
    </div>
  </div>
);

/** The one that comes next, set larger. */
export const NextEvent = ({ event }: EventProps) => (
  <div className={styles.next}>
    <p className={styles.time}>
      Next: <Times event={event} />
    </p>
    <What event={event} />
  </div>
);
