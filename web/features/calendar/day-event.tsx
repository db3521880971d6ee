import type { CalendarEvent } from "#contract/calendar/calendar.ts";
import { peopleIn, titleOn, untilWhen } from "#contract/calendar/day-words.ts";
import { useFamily } from "#web/features/families/queries.ts";
import { useStoredRole } from "#web/platform/api/session.ts";
import { Quiet } from "#web/ui/text.tsx";
import { WallTime } from "#web/ui/time/times.tsx";
import styles from "./day-event.module.css";

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

/** When it begins, after its title: " at 7:30 PM". */
export function EventStart({ event: { allDay, date, startTime, startDate } }: EventProps) {
  if (allDay) return ", all day";
  if (startDate < date) return null;
  return (
    <>
      {" "}
      at <WallTime time={startTime} />
    </>
  );
}

function Details({ event: { location, people, isManualEvent } }: EventProps) {
  const family = useFamily();
  // Whoever plans events wants to know where one came from. To a grandparent it says nothing, so it is not read out.
  const isForGrandparent = useStoredRole() === "grandparent";
  return (
    <div className={styles.details}>
      {location && <p>{location}</p>}
      {people[0] && <p>{peopleIn(people, family?.name ?? "")}</p>}
      {isManualEvent && (
        <p className={styles.manual} aria-hidden={isForGrandparent}>
          Manual
        </p>
      )}
    </div>
  );
}

// The title comes first for people who jump from heading to heading; visually, the time still comes first.
export const DayEvent = ({ event }: EventProps) => (
  <div className={styles.box}>
    <div className={styles.event}>
      <h3>{titleOn(event)}</h3>
      <p className={styles.time}>
        <Times event={event} />
      </p>
      <Details event={event} />
    </div>
  </div>
);

/** The next event is shown larger. */
export const NextEvent = ({ event }: EventProps) => (
  <div className={styles.next}>
    <h3>{titleOn(event)}</h3>
    <p className={styles.time}>
      Next: <Times event={event} />
    </p>
    <Details event={event} />
  </div>
);

/** Says at the end of a very full day that not all of it is listed. */
export function MoreEvents({ of: events }: { of: readonly CalendarEvent[] }) {
  const more = events.at(-1)?.more;
  return (
    more !== undefined && (
      <li>
        <Quiet>and {more.toLocaleString("en-US")} more</Quiet>
      </li>
    )
  );
}
