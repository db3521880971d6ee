// Google says here that a calendar has changed, but not how. That is read from Google like everything else.
import type { reportCalendarChange } from "#contract/calendar/google.ts";
import type { Received } from "#contract/endpoint.ts";
import { NotFound } from "#server/platform/errors.ts";
import { type CallerKey, callerAddress } from "#server/platform/http/limits.ts";
import { waking } from "#server/platform/jobs/worker.ts";
import type { World } from "#server/platform/world.ts";
import { googleCalendars } from "./sync.ts";
import { isWatchToken } from "./watches.ts";

/** Several changes within this time are read together. */
const groupingMs = 250;

// The calendar is locked before its watch, as when it is deleted, so that the two cannot block each other.
const takeNotification = {
  name: "take-notification-of-google",
  text: `with watched as (
      select c.family_id, c.id from google_watches w
      join subscribed_calendars c on c.family_id = w.family_id and c.id = w.calendar_id
      where w.id = $1 for no key update of c
    ), noted as (
      update google_watches w set notified_at = $2 from watched where w.family_id = watched.family_id and w.id = $1
    ), due as (
      update subscribed_calendars c set due_at = $3 from watched
      where c.family_id = watched.family_id and c.id = watched.id and c.due_at > $3 returning c.id
    )
    select (select ${waking(googleCalendars.name)} from due) as woken from watched`,
};

type Headers = Received<typeof reportCalendarChange>["headers"];

const isOurs = (world: World, headers: Readonly<Record<string, unknown>>): boolean =>
  isWatchToken(world, String(headers["x-goog-channel-id"]), String(headers["x-goog-channel-token"]));

/**
 * Counts the notifications of each watch, because those of all families come from the same addresses of Google. Made-up
 * ones are counted by their sender's address.
 */
export const perWatch: CallerKey = {
  keyOf: (world, request) =>
    isOurs(world, request.headers)
      ? `google watch ${request.headers["x-goog-channel-id"]}`
      : callerAddress(request),
};

/** Makes the calendar due. Throws NotFound for a watch that we don't have, or that somebody made up. */
export async function reportChange(world: World, headers: Headers): Promise<void> {
  const now = world.clock.now();
  const dueAt = new Date(now.getTime() + groupingMs);
  const id = headers["x-goog-channel-id"];
  const [watched] = isOurs(world, headers)
    ? await world.database.write(takeNotification, [id, now, dueAt])
    : [];
  if (!watched) throw new NotFound("We don't have this notification channel.");
}
