// The permission to read a Google calendar: asked for, kept under the server's key, given back.
import type { Db } from "../../db/schema.ts";
import { Forbidden } from "../../errors.ts";
import type { Member } from "../../http/session.ts";
import { publish } from "../../live/publish.ts";
import { roundTrip } from "../../senders/google.ts";
import type { RoundTrip, Vouched, World } from "../../world.ts";
import { beginAttempt, takeAttempt } from "./attempts.ts";

export const callbackPath = "/api/calendar/google/callback";

const readOnly = "https://www.googleapis.com/auth/calendar.readonly";

const tripOf = ({ config, secrets }: World, state: string): RoundTrip =>
  roundTrip(secrets, state, {
    redirectUri: config.publicUrl + callbackPath,
    scope: `openid email ${readOnly}`,
    // Google gives a lasting permission only when it is asked like this.
    extra: { access_type: "offline", prompt: "consent" },
  });

export async function isConnected(db: Db, familyId: number): Promise<boolean> {
  const connection = await db
    .selectFrom("calendar_connections")
    .select("family_id")
    .where("family_id", "=", familyId)
    .executeTakeFirst();
  return connection !== undefined;
}

/** Where the browser is sent, as seen from a page of ours. */
export async function authAddress(world: World, member: Member): Promise<string> {
  return await world.senders.google.addressFor(tripOf(world, await beginAttempt(world, member)));
}

async function keep({ database, secrets, clock }: World, member: Member, subject: string, token: string) {
  const connection = {
    ...{ connected_by: member.id, subject, connected_at: clock.now() },
    sealed_refresh_token: secrets.seal(token),
  };
  await database.kysely.transaction().execute(async (trx) => {
    await trx
      .insertInto("calendar_connections")
      .values({ family_id: member.familyId, ...connection })
      .onConflict((conflict) => conflict.column("family_id").doUpdateSet(connection))
      .execute();
    await publish(trx, member.familyId, "calendar-settings");
  });
}

/** At Google people can leave out the very thing that was asked for. */
function permissionIn({ scope, refreshToken }: Vouched): string {
  if (refreshToken && scope.split(" ").includes(readOnly)) return refreshToken;
  throw new Forbidden("Google did not allow Porchlight to see your calendar.");
}

/** With what the browser came back with; the calendar takes the place of one that was connected before. */
export async function connect(world: World, member: Member, answer: URLSearchParams): Promise<void> {
  const state = answer.get("state") ?? "";
  await takeAttempt(world, member, state);
  const vouched = await world.senders.google.redeem(tripOf(world, state), answer);
  const before = await tokenOf(world, member);
  await keep(world, member, vouched.subject, permissionIn(vouched));
  // Of the same account, giving back the old permission would take the new one too.
  if (before && before.subject !== vouched.subject) await giveBack(world, before.token);
}

async function tokenOf({ database, secrets }: World, { familyId }: Member) {
  const kept = await database.kysely
    .selectFrom("calendar_connections")
    .select(["subject", "sealed_refresh_token"])
    .where("family_id", "=", familyId)
    .executeTakeFirst();
  return kept && { subject: kept.subject, token: secrets.open(kept.sealed_refresh_token) };
}

/** It is forgotten here in any case; what the provider makes of it is in the log. */
const giveBack = ({ senders }: World, token: string): Promise<void> =>
  senders.google.revoke(token).catch(() => undefined);

export async function disconnect(world: World, member: Member): Promise<void> {
  const kept = await tokenOf(world, member);
  await world.database.kysely.transaction().execute(async (trx) => {
    await trx.deleteFrom("calendar_connections").where("family_id", "=", member.familyId).execute();
    await publish(trx, member.familyId, "calendar-settings");
  });
  if (kept) await giveBack(world, kept.token);
}
