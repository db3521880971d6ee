// Google says here that a calendar has changed, but not how. That is read from Google like everything else.
import type { FastifyInstance } from "fastify";
import { NotFound } from "#server/errors.ts";
import { waking } from "#server/jobs/worker.ts";
import type { World } from "#server/world.ts";
import { googleCalendars } from "./sync.ts";
import { isWatchToken, notificationsPath } from "./watches.ts";

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

/** Makes the calendar due. Throws NotFound for a watch that we don't have, or that somebody made up. */
async function notify(world: World, id: string, token: string): Promise<void> {
  const now = world.clock.now();
  const dueAt = new Date(now.getTime() + groupingMs);
  const isOurs = isWatchToken(world, id, token);
  const [watched] = isOurs ? await world.database.write(takeNotification, [id, now, dueAt]) : [];
  if (!watched) throw new NotFound("We don't have this notification channel.");
}

export async function serveGoogleNotifications(api: FastifyInstance, world: World): Promise<void> {
  // All that counts is in the headers, so whatever comes as a body is accepted and dropped.
  api.removeAllContentTypeParsers();
  api.addContentTypeParser("*", (_request, _body, done) => done(null));
  const config = { access: "anyone", rateLimit: false } as const;
  api.post(notificationsPath, { config }, async ({ headers }, reply) => {
    await notify(world, String(headers["x-goog-channel-id"]), String(headers["x-goog-channel-token"]));
    return reply.status(204).send();
  });
}
