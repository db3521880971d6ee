// Lengths of time. Each name says its unit.
export const minuteSeconds = 60;
export const hourSeconds = 3_600;
export const daySeconds = 86_400;

export const minuteMs = 60_000;
export const hourMs = 3_600_000;
export const dayMs = 86_400_000;

/** From one day such as "2026-11-20" to another. */
export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / dayMs;
