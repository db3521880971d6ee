// A family's permission to read the calendars of an account, and its end.
import { sql } from "kysely";
import type { Db, Row } from "#server/platform/db/schema.ts";
import { Forbidden } from "#server/platform/errors.ts";
import { pauseAfter } from "#server/platform/jobs/due-rows.ts";
import { RowQueue, runDue } from "#server/platform/jobs/queue.ts";
import { publish } from "#server/platform/live/publish.ts";
import type { World } from "#server/platform/world.ts";

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
  const kept = await db
    .selectFrom("calendar_connections")
    .select(["subject", "sealed_refresh_token as sealed", "revoked_at"])
    .where("family_id", "=", familyId)
    .executeTakeFirst();
  if (!kept) return undefined;
  const { subject, sealed, revoked_at } = kept;
  return { familyId, subject, sealed, refreshToken: secrets.open(sealed), isRevoked: revoked_at !== null };
}

/** Does nothing if somebody has reconnected the account in the meantime. */
export async function rememberRevoked(
  { database: { kysely: db }, clock }: World,
  { familyId, sealed }: Permission,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx
      .updateTable("calendar_connections")
      .set({ revoked_at: clock.now() })
      .where("family_id", "=", familyId)
      .where("sealed_refresh_token", "=", sealed)
      .where("revoked_at", "is", null)
      .execute();
    await publish(trx, familyId, "calendar-settings");
  });
}

// A permission is revoked at Google after its connection has ended: because somebody disconnected it, the member who
// connected it has left, or another account replaced it.

type Owed = Row<"calendar_revocations">;

// About three days of attempts.
const maxAttempts = 300;

/** Revoking one grant ends all grants of the account, so it waits while another family uses the account. */
async function isInUse(db: Db, { subject }: Owed): Promise<boolean> {
  const other = db.selectFrom("calendar_connections").select("family_id").where("subject", "=", subject);
  return (await other.limit(1).executeTakeFirst()) !== undefined;
}

/** Returns false if Google has to be asked again. If it refuses, it is not, and the log has the reason. */
async function revokeAtGoogle({ database, senders, secrets }: World, owed: Owed): Promise<boolean> {
  if (await isInUse(database.kysely, owed)) return true;
  try {
    await senders.google.revoke(secrets.open(owed.sealed_refresh_token));
    return true;
  } catch (error) {
    return error instanceof Forbidden || owed.attempts >= maxAttempts;
  }
}

async function revoke(world: World, owed: Owed): Promise<void> {
  const { database, clock } = world;
  const { family_id, id, attempts } = owed;
  if (await revokeAtGoogle(world, owed)) {
    const done = database.kysely.deleteFrom("calendar_revocations").where("family_id", "=", family_id);
    await done.where("id", "=", id).execute();
    return;
  }
  await database.kysely
    .updateTable("calendar_revocations")
    .set({ due_at: new Date(clock.now().getTime() + pauseAfter(attempts)) })
    .where("family_id", "=", family_id)
    .where("id", "=", id)
    .execute();
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
  runDue(world, { startDue: (one) => calendarRevocations.startDue(one, sql`family_id = ${familyId}`) });
