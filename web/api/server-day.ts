// Keeps the server's day from its responses, because the clock of a device may be wrong by seconds or by a day.
import type { Query } from "@tanstack/react-query";
import { wallClock } from "#web/ui/time/clock.ts";

/** The milliseconds that the server's clock is ahead of this device's. */
let ahead = 0;

/** Every response carries the server's time. */
export function hearServerTime(date: string | null): void {
  const time = Date.parse(date ?? "");
  if (!Number.isNaN(time)) ahead = time - Date.now();
}

const soon = 10_000;
const later = 5 * 60_000;
/** A clock that is wrong by more than this will not correct itself soon. */
const nearlyRight = 2 * 60_000;

interface FamilyDay {
  /** The device's day, as YYYY-MM-DD. */
  day: string;
  timeZone: string;
}

/** Repeats the query while the last response is from a different day than the one on the screen. */
export const untilSameDay =
  ({ day, timeZone }: FamilyDay) =>
  ({ state }: Pick<Query, "state">): number | false => {
    if (state.data === undefined) return false;
    if (wallClock(state.dataUpdatedAt + ahead, timeZone).day === day) return false;
    return Math.abs(ahead) < nearlyRight ? soon : later;
  };

export type { FamilyDay };
