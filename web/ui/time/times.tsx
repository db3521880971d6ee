import { useSyncExternalStore } from "react";
import { minuteMs } from "#contract/durations.ts";
import { clockTime } from "#contract/time-words.ts";
import { ago, minutesSince, shortDate, timeOf } from "./clock.ts";

/** A time on the family's wall clock: "13:05". */
export const WallTime = ({ time }: { time: string }) => <time dateTime={time}>{clockTime(time)}</time>;

/** With spaces that don't break. WebKit lets a comma after an unbroken "11:38 AM" stick out of the page otherwise. */
const unbroken = (words: string): string => words.replaceAll(" ", "\u00a0");

/** Shows the time of an instant on this device's clock: "7:54 AM". */
export const Moment = ({ at }: { at: string }) => <time dateTime={at}>{unbroken(timeOf(at))}</time>;

/** Shows the day of an instant in the family's time zone, or else on this device's clock: "Nov 27, 2026". */
export const ShortDate = ({ at, timeZone }: { at: string; timeZone?: string | undefined }) => (
  <time dateTime={at}>{unbroken(shortDate(at, timeZone))}</time>
);

// A little late, so that the server's clock has passed the minute as well.
const lateMs = 5_000;

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setTimeout> | undefined;

export const currentMinute = (): number => Math.floor((Date.now() - lateMs) / minuteMs) * minuteMs;

function tick() {
  clearTimeout(timer);
  for (const listener of listeners) listener();
  timer = setTimeout(tick, currentMinute() + minuteMs + lateMs - Date.now());
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (listeners.size === 1) {
    tick();
    // A device that slept has missed its timer.
    document.addEventListener("visibilitychange", tick);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", tick);
  };
}

/** The current minute in milliseconds. The component renders again with each new one. */
export const useMinute = (): number => useSyncExternalStore(subscribe, currentMinute, currentMinute);

interface FreshnessProps {
  at: string;
}

/** "3 minutes ago", updated while it is shown. */
export function Ago({ at }: FreshnessProps) {
  const now = useMinute();
  return <time dateTime={at}>{ago(minutesSince(at, now))}</time>;
}

export const Updated = ({ at }: FreshnessProps) => (
  <>
    Updated <Ago at={at} />
  </>
);
