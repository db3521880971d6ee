// Days with their year, for what reaches far. Not in clock.ts: home has no use for them.

/** The day of an instant on this device's clock: "Nov 27, 2026". */
export const shortDate = (instant: string): string =>
  new Date(instant).toLocaleDateString("en-US", { dateStyle: "medium" });

/** "2026-11-24" is "Nov 24, 2026", wherever the device is. */
export const shortDay = (day: string): string =>
  new Date(day).toLocaleDateString("en-US", { dateStyle: "medium", timeZone: "UTC" });
