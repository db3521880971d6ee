// Pictures of hellos on the whole screen, one after the other, with the clock, the date and what comes next.
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { isOver, titleOn } from "#contract/calendar/day-words.ts";
import { monthAndDay, weekday } from "#contract/time-words.ts";
import { EventStart } from "#web/features/calendar/day-event.tsx";
import { todaysEventsQuery, tomorrowsEventsQuery } from "#web/features/calendar/queries.ts";
import { useFamilyClock } from "#web/features/families/family-clock.ts";
import { useCalled } from "#web/features/hellos/hello-view.tsx";
import { type ShownPicture, useLastPictures } from "#web/features/hellos/kept-pictures.ts";
import { pictureAddress } from "#web/features/hellos/picture-address.ts";
import { classNames } from "#web/ui/class-names.ts";
import { WallTime } from "#web/ui/time/times.tsx";
import styles from "./picture-frame.module.css";

const eachMs = 30_000;
/** The click of a touch comes after its end, and must not press what is under the frame. */
const afterTouchMs = 400;

/** The next event of today, or else the first one of tomorrow. */
function NextEvent() {
  const clock = useFamilyClock();
  const { data: today } = useQuery(todaysEventsQuery(clock));
  const { data: tomorrow } = useQuery(tomorrowsEventsQuery(clock));
  const next = today?.find((event) => !isOver(event, clock.time));
  const event = next ?? tomorrow?.[0];
  if (!event) return null;
  return (
    <p className={styles.next}>
      {!next && "Tomorrow: "}
      <b>{titleOn(event)}</b>
      <EventStart event={event} />
    </p>
  );
}

interface PictureProps {
  of: ShownPicture;
  onMissing: (id: number) => void;
}

/** It appears once it has loaded, over the one before it. */
function Picture({ of: { id, hello }, onMissing }: PictureProps) {
  const [isLoaded, setLoaded] = useState(false);
  return (
    <img
      className={classNames(styles.picture, isLoaded && styles.loaded)}
      src={pictureAddress(id, "large")}
      alt={hello.caption ?? ""}
      onLoad={() => setLoaded(true)}
      onError={() => onMissing(id)}
    />
  );
}

/** Two pictures at a time: the current one, and below it the one that it replaces. */
function Pictures({ all }: { all: readonly ShownPicture[] }) {
  const [turn, setTurn] = useState(0);
  const [missing, setMissing] = useState<readonly number[]>([]);
  const called = useCalled();
  useEffect(() => {
    const timer = setInterval(() => setTurn((turn) => turn + 1), eachMs);
    return () => clearInterval(timer);
  }, []);
  const miss = (id: number) => setMissing((ids) => [...ids, id]);
  const there = all.filter(({ id }) => !missing.includes(id));
  const current = there[turn % there.length];
  if (!current) return null;
  const previous = turn > 0 ? there[(turn - 1) % there.length] : undefined;
  const { person, caption } = current.hello;
  return (
    <>
      <div className={styles.pictures}>
        {/* By their turns, so that the current one becomes the previous one. */}
        {previous && <Picture key={turn - 1} of={previous} onMissing={miss} />}
        <Picture key={turn} of={current} onMissing={miss} />
      </div>
      <p className={styles.giver}>
        From {called(person)}
        {caption && `: ${caption}`}
      </p>
    </>
  );
}

/** The clock, the date and the next event, in large type. */
function Now() {
  const { day, time } = useFamilyClock();
  return (
    <div className={styles.now}>
      <p className={styles.clock}>
        <WallTime time={time} />
      </p>
      <div>
        <p className={styles.date}>
          {weekday(day)}, {monthAndDay(day)}
        </p>
        <NextEvent />
      </div>
    </div>
  );
}

interface PictureFrameProps {
  isDark: boolean;
  /** Called after the first touch or key has ended. */
  onTouch: () => void;
}

/** Covers everything. Whatever touches it only ends it. */
export function PictureFrame({ isDark, onTouch }: PictureFrameProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const pictures = useLastPictures() ?? [];
  const [isTouched, setTouched] = useState(false);
  const touched = () => setTouched(true);
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  useEffect(() => {
    if (!isTouched) return;
    const timer = setTimeout(onTouch, afterTouchMs);
    return () => clearTimeout(timer);
  }, [isTouched, onTouch]);
  return (
    <dialog
      ref={dialog}
      className={classNames(styles.frame, pictures.length === 0 && styles.empty)}
      aria-label="Pictures of your family. Press any key to go home."
      tabIndex={-1}
      onPointerUp={touched}
      onPointerCancel={touched}
      onClick={touched}
      onKeyDown={(event) => event.preventDefault()}
      onKeyUp={touched}
      onCancel={(event) => {
        event.preventDefault();
        touched();
      }}
    >
      {!isDark && (
        <>
          <Pictures all={pictures} />
          <Now />
        </>
      )}
    </dialog>
  );
}
