// The server's clock as its responses report it, because a device's clock may be off by seconds or by a day.

/** The milliseconds that the server's clock is ahead of this device's. */
let ahead = 0;

/** Every response carries the server's time. */
export function recordServerTime(date: string | null): void {
  const time = Date.parse(date ?? "");
  if (!Number.isNaN(time)) ahead = time - Date.now();
}

/** The server's time at a moment of this device's clock. */
export const serverTimeAt = (time: number): number => time + ahead;

/** A clock that is wrong by more than this will not correct itself soon. */
const nearlyRightMs = 2 * 60_000;

export const isClockNearlyRight = (): boolean => Math.abs(ahead) < nearlyRightMs;
