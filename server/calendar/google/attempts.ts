// One row for each attempt to connect a calendar, which is deleted when its session comes back from Google.
import { Forbidden } from "#server/errors.ts";
import type { Member } from "#server/http/session.ts";
import { fingerprint, randomCode } from "#server/secrets.ts";
import type { World } from "#server/world.ts";

const tenMinutes = 10 * 60 * 1000;

/** Returns the state, which the browser takes to Google and back. */
export async function beginAttempt(
  { database: { kysely: db }, clock }: World,
  { familyId, sessionId }: Member,
): Promise<string> {
  const now = clock.now();
  const state = randomCode();
  await db.deleteFrom("calendar_connection_attempts").where("expires_at", "<=", now).execute();
  await db
    .insertInto("calendar_connection_attempts")
    .values({
      ...{ family_id: familyId, session_id: sessionId, state_hash: fingerprint(state) },
      expires_at: new Date(now.getTime() + tenMinutes),
    })
    .execute();
  return state;
}

/** Refuses a state that is unknown, used, too old, or of another session, so that no link can connect somebody else's calendar. */
export async function takeAttempt(
  { database: { kysely: db }, clock }: World,
  { familyId, sessionId }: Member,
  state: string,
): Promise<void> {
  const taken = await db
    .deleteFrom("calendar_connection_attempts")
    .where("family_id", "=", familyId)
    .where("state_hash", "=", fingerprint(state))
    .where("session_id", "=", sessionId)
    .where("expires_at", ">", clock.now())
    .returning("session_id")
    .executeTakeFirst();
  if (!taken) throw new Forbidden("This sign-in expired. Please start again.");
}
