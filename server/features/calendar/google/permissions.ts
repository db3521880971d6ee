// A family's permission to read the calendars of an account, and its end.
import { Forbidden } from "#server/platform/errors.ts";
import { pauseAfter } from "#server/platform/jobs/due-rows.ts";
import { RowQueue, runDue } from "#server/platform/jobs/queue.ts";
import { publish } from "#server/platform/live/publish.ts";
import type { World } from "#server/platform/world.ts";
import { isOfFamily } from "../subscriptions/queries.ts";
import {
  deleteRevocation,
  findConnection,
  findFamilyWith,
  markRevoked,
  postponeRevocation,
  type Revocation,
} from "./queries.ts";

export interface Permission {
  readonly familyId: number;
  readonly subject: string;
  readonly refreshToken: string;
  /** The refresh token as it is stored. */
  readonly sealed: Buffer;
  readonly isRevoked: boolean;
}

export async function permissionOf(
  { database: { kysely: db }, secrets }: Pick<World, "database" | "secrets">,
  familyId: number,
): Promise<Permission | undefined> {
  const connection = await findConnection(db, familyId);
  if (!connection) return undefined;
  const { subject, sealed_refresh_token: sealed, revoked_at } = connection;
  return { familyId, subject, sealed, refreshToken: secrets.open(sealed), isRevoked: revoked_at !== null };
}

/** Does nothing if somebody has reconnected the account in the meantime. */
export async function rememberRevoked(
  { database: { kysely: db }, clock }: World,
  { familyId, sealed }: Permission,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await markRevoked(trx, { family_id: familyId, sealed_refresh_token: sealed }, clock.now());
    await publish(trx, familyId, "calendar-settings");
  });
}

// A permission is revoked at Google after its connection has ended: because somebody disconnected it, the member who
// connected it has left, or another account replaced it.

// About three days of attempts.
const maxAttempts = 300;

/** Returns false if Google has to be asked again. If it refuses, it is not, and the log has the reason. */
async function revokeAtGoogle({ database, senders, secrets }: World, owed: Revocation): Promise<boolean> {
  // Revoking one grant ends all grants of the account, so none is revoked while another family uses it.
  if (await findFamilyWith(database.kysely, owed.subject)) return true;
  try {
    await senders.google.revoke(secrets.open(owed.sealed_refresh_token));
    return true;
  } catch (error) {
    return error instanceof Forbidden || owed.attempts >= maxAttempts;
  }
}

async function revoke(world: World, owed: Revocation): Promise<void> {
  const { database, clock } = world;
  if (await revokeAtGoogle(world, owed)) {
    await deleteRevocation(database.kysely, owed);
    return;
  }
  const dueAt = new Date(clock.now().getTime() + pauseAfter(owed.attempts));
  await postponeRevocation(database.kysely, owed, dueAt);
}

export const calendarRevocations = new RowQueue({
  name: "calendar-revocations",
  rows: {
    table: "calendar_revocations",
    keys: ["family_id", "id"],
    due: "due_at",
    attempts: "attempts",
  },
  concurrency: 4,
  process: revoke,
});

/** Revokes at once what one family no longer uses. */
export const revokePermissions = (world: World, familyId: number): Promise<void> =>
  runDue(world, { startDue: (one) => calendarRevocations.startDue(one, isOfFamily(familyId)) });
