/**
 * The names that travel over the live connection (GET /api/live, server-sent events): never data.
 * A name says which query to read again; `everything` follows a gap, `farewell` asks not to come back by itself.
 */
export const liveEvents = [
  "account",
  "family",
  "invitations",
  "help-requests",
  "help-phrases",
  "escalation-plan",
  "calendar-events",
  "calendar-address",
  "manual-events",
  "puzzles",
  "local-events",
  "local-event-feeds",
  "push-subscriptions",
  "reminders",
  "reachability",
  "calendar-settings",
  "stale-calendars",
  "activity",
  "everything",
  "farewell",
] as const;

export type LiveEvent = (typeof liveEvents)[number];
