import type { CalendarEvent } from "#contract/calendar/calendar.ts";
import { useFamily } from "#web/families/queries.ts";
import { Badge } from "#web/ui/surface/badge.tsx";
import { WallTime } from "#web/ui/time/times.tsx";
import styles from "./day-event.module.css";
import { peopleIn, titleOn, untilWhen } from "./event-words.ts";

interface EventProps {
  event: CalendarEvent;
}

function Times({ event }: EventProps) {
  const { allDay, date, startTime, endTime, startDate } = event;
  const hasBegun = startDate < date;
  const end = endTime && <WallTime time={endTime} />;
  if (end && hasBegun) return <>Until {end}</>;
  return (
    <>
      {allDay ? "All day" : <WallTime time={startTime} />}
      {end ? <> - {end}</> : untilWhen(event)}
    </>
  );
}

function What({ event }: EventProps) {
  const { location, people, isManualEvent } = event;
  const family = useFamily();
  return (
    <>
      <h3>{titleOn(event)}</h3>
      {location && <p>{location}</p>}
      {people[0] && <p>{peopleIn(people, family?.name ?? "")}</p>}
      {isManualEvent && (
        <p className={styles.manual}>
          <Badge>Manual</Badge>
        </p>
      )}
    </>
  );
}

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

/** The next event is shown larger. */
export const NextEvent = ({ event }: EventProps) => (
  <div className={styles.next}>
    <p className={styles.time}>
      Next: <Times event={event} />
    </p>
    <What event={event} />
  </div>
);
