// Which day the server had when it answered: a device's clock may be some seconds, or a day, off.
import type { Query } from "@tanstack/react-query";
import { wallClock } from "#web/ui/time/clock.ts";

/** By how many milliseconds the server's clock is ahead of this device's. */
let ahead = 0;

/** Every answer says what time the server has. */
export function hearServerTime(date: string | null): void {
  const time = Date.parse(date ?? "");
  if (!Number.isNaN(time)) ahead = time - Date.now();
}

const soon = 10_000;
const later = 5 * 60_000;
/** A clock that is further off than this is not about to be right. */
const nearlyRight = 2 * 60_000;

interface FamilyDay {
  /** YYYY-MM-DD, as the device has it. */
  day: string;
  timeZone: string;
}

/** Asks again for as long as the last answer is of another day than the one that is shown. */
export const untilSameDay =
  ({ day, timeZone }: FamilyDay) =>
  ({ state }: Pick<Query, "state">): number | false => {
    if (state.data === undefined) return false;
    if (wallClock(state.dataUpdatedAt + ahead, timeZone).day === day) return false;
    return Math.abs(ahead) < nearlyRight ? soon : later;
  };

export type { FamilyDay };
