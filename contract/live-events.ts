/**
 * The names that the live connection (GET /api/live, server-sent events) carries, without any data. A name says which query to
 * refetch. `everything` follows a gap. `superseded` says that a newer connection has replaced this one, which must not reconnect.
 */
export const liveEvents = [
  "account",
  "family",
  "invitations",
  "hellos",
  "lights",
  "questions",
  "letters",
  "phone-doors",
  "help-requests",
  "help-replies",
  "video-calls",
  "help-phrases",
  "guides",
  "things",
  "escalation-plan",
  "webhook",
  "calendar-events",
  "published-calendar",
  "manual-events",
  "puzzles",
  "local-events",
  "local-event-calendars",
  "push-subscriptions",
  "ntfy-subscription",
  "apprise-address",
  "reminders",
  "reachability",
  "calendar-settings",
  "stale-calendars",
  "activity",
  "everything",
  "superseded",
] as const;

export type LiveEvent = (typeof liveEvents)[number];

/**
 * The name of the event that an open connection carries every twenty seconds, so that a screen notices when its connection
 * has died without a word, as when a router restarts.
 */
export const heartbeat = "heartbeat";
export const heartbeatSeconds = 20;
