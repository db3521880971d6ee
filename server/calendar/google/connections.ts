// The permission to read a Google calendar: asked for, kept under the server's key, given back.

import { roundTrip } from "#server/accounts/google/google.ts";
import { recordActivity } from "#server/activity/activity.ts";
import type { Db } from "#server/db/schema.ts";
import { Forbidden } from "#server/errors.ts";
import type { Member } from "#server/http/session.ts";
import { publish } from "#server/live/publish.ts";
import type { RoundTrip, Vouched, World } from "#server/world.ts";
import { refreshFamily } from "../subscriptions/refresh-job.ts";
import { beginAttempt, takeAttempt } from "./attempts.ts";
import { permissionOf } from "./permissions.ts";
import { giveBackPermissions } from "./revocations.ts";
import { shareOwnCalendar } from "./sharing.ts";
import { googleCalendars } from "./sync.ts";

export const callbackPath = "/api/calendar/google/callback";

const readOnly = "https://www.googleapis.com/auth/calendar.readonly";

const tripOf = ({ config, secrets }: World, state: string): RoundTrip =>
  roundTrip(secrets, state, {
    redirectUri: config.publicUrl + callbackPath,
    scope: `openid email ${readOnly}`,
    // Google gives a lasting permission only when it is asked like this.
    extra: { access_type: "offline", prompt: "consent" },
  });

/** The address of whoever connected it leaves those events out. */
const changed = ["calendar-settings", "calendar-events", "calendar-address"] as const;

/** False also where Google does not let us read any more. */
export async function isConnected(db: Db, familyId: number): Promise<boolean> {
  const connection = await db
    .selectFrom("calendar_connections")
    .select("family_id")
    .where("family_id", "=", familyId)
    .where("revoked_at", "is", null)
    .executeTakeFirst();
  return connection !== undefined;
}

/** Whether it is this member's account that the family's page reads. */
export async function hasConnected(db: Db, familyId: number, personId: number): Promise<boolean> {
  const connection = await db
    .selectFrom("calendar_connections")
    .select("family_id")
    .where("family_id", "=", familyId)
    .where("connected_by", "=", personId)
    .executeTakeFirst();
  return connection !== undefined;
}

/** Where the browser is sent, as seen from a page of ours. */
export async function authAddress(world: World, member: Member): Promise<string> {
  return await world.senders.google.addressFor(tripOf(world, await beginAttempt(world, member)));
}

/** What was chosen of the same account stays; another account takes its place. */
async function keep({ database, secrets, clock }: World, member: Member, subject: string, token: string) {
  const { familyId } = member;
  const now = clock.now();
  const connection = {
    ...{ connected_by: member.id, subject, connected_at: now, revoked_at: null },
    sealed_refresh_token: secrets.seal(token),
  };
  await database.kysely.transaction().execute(async (trx) => {
    const others = trx.deleteFrom("calendar_connections").where("family_id", "=", familyId);
    await others.where("subject", "<>", subject).execute();
    await trx
      .insertInto("calendar_connections")
      .values({ family_id: familyId, ...connection })
      .onConflict((conflict) => conflict.column("family_id").doUpdateSet(connection))
      .execute();
    const calendars = trx.updateTable("feeds").set({ due_at: now }).where("family_id", "=", familyId);
    await calendars.where("purpose", "=", "google").execute();
    await recordActivity(trx, { familyId, personId: member.id, at: now }, { kind: "calendar-connected" });
    await publish(trx, familyId, ...changed);
  });
}

/** At Google people can leave out the very thing that was asked for. */
function permissionIn({ scope, refreshToken }: Vouched): string {
  if (refreshToken && scope.split(" ").includes(readOnly)) return refreshToken;
  throw new Forbidden("Google did not allow Porchlight to see your calendar.");
}

/** With what the browser came back with. */
export async function connect(world: World, member: Member, answer: URLSearchParams): Promise<void> {
  const state = answer.get("state") ?? "";
  await takeAttempt(world, member, state);
  const vouched = await world.senders.google.redeem(tripOf(world, state), answer);
  const { familyId } = member;
  const before = await permissionOf(world, familyId);
  await keep(world, member, vouched.subject, permissionIn(vouched));
  await giveBackPermissions(world, familyId);
  if (before?.subject === vouched.subject) await refreshFamily(world, googleCalendars, familyId);
  else await shareOwnCalendar(world, familyId);
}

/** It is forgotten here in any case, with all that was read by it. */
export async function disconnect(world: World, { familyId, id: personId }: Member): Promise<void> {
  const doing = { familyId, personId, at: world.clock.now() };
  await world.database.kysely.transaction().execute(async (trx) => {
    const deleting = trx.deleteFrom("calendar_connections").where("family_id", "=", familyId);
    const deleted = await deleting.returning("family_id").executeTakeFirst();
    if (deleted) await recordActivity(trx, doing, { kind: "calendar-disconnected" });
    await publish(trx, familyId, ...changed);
  });
  await giveBackPermissions(world, familyId);
}
