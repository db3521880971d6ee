// Permissions to revoke at Google after their connection ended: by Disconnect, with a member who left, or when another
// account replaced it.
import { sql } from "kysely";
import type { Db, Row } from "#server/db/schema.ts";
import { Forbidden } from "#server/errors.ts";
import type { World } from "#server/world.ts";

type Owed = Row<"calendar_revocations">;

// The pauses double, so the last try is after a day.
const maxTries = 12;
const maxBatch = 20;

/** Claims due rows. Each is due again later unless it is deleted. */
async function take(db: Db, now: Date, familyId: number | undefined): Promise<Owed[]> {
  const due = db
    .selectFrom("calendar_revocations")
    .select("id")
    .where("due_at", "<=", now)
    .$if(familyId !== undefined, (all) => all.where("family_id", "=", Number(familyId)))
    .orderBy("due_at")
    .limit(maxBatch)
    .forUpdate()
    .skipLocked();
  return await db
    .updateTable("calendar_revocations")
    .set({
      tries: sql`tries + 1`,
      due_at: sql`${now}::timestamptz + interval '1 minute' * power(2, tries)`,
    })
    .where("id", "in", due)
    .returningAll()
    .execute();
}

/** Revoking one grant ends all grants of the account, so it waits while another family uses the account. */
async function isInUse(db: Db, { subject }: Owed): Promise<boolean> {
  const other = db.selectFrom("calendar_connections").select("family_id").where("subject", "=", subject);
  return (await other.limit(1).executeTakeFirst()) !== undefined;
}

/** A provider that refuses is not asked again. The log has the reason. */
async function isDone({ database, senders, secrets }: World, owed: Owed): Promise<boolean> {
  if (await isInUse(database.kysely, owed)) return true;
  try {
    await senders.google.revoke(secrets.open(owed.sealed_refresh_token));
    return true;
  } catch (error) {
    return error instanceof Forbidden || owed.tries >= maxTries;
  }
}

/** Revokes what is due, for one family or for all. */
export async function givePermissionsBack(world: World, familyId?: number): Promise<void> {
  const { kysely: db } = world.database;
  for (const owed of await take(db, world.clock.now(), familyId)) {
    if (!(await isDone(world, owed))) continue;
    await db
      .deleteFrom("calendar_revocations")
      .where("family_id", "=", owed.family_id)
      .where("id", "=", owed.id)
      .execute();
  }
}
