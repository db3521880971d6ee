// Deletes accounts a week after their owners asked for it, everywhere but in backups.
import { sql } from "kysely";
import { eraseAccount } from "#server/features/accounts/erasure.ts";
import { recordActivity } from "#server/features/activity/activity.ts";
import { eraseActor } from "#server/features/activity/erasure.ts";
import { endMembershipForGood } from "#server/features/families/departures.ts";
import { familiesOf } from "#server/features/families/export.ts";
import type { FamilyEvents } from "#server/features/families/families.ts";
import { eraseHelp } from "#server/features/help/personal-data.ts";
import { eraseInvitations } from "#server/features/invitations/erasure.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { RowQueue } from "#server/platform/jobs/queue.ts";

/** This is all that is kept of the account. It lets the restore of an older backup delete the account again. */
const remember = (trx: Db, personId: number) =>
  trx
    .insertInto("deleted_people")
    .columns(["person_id", "account_created_at"])
    .expression(trx.selectFrom("people").select(["id", "created_at"]).where("id", "=", personId))
    .onConflict((conflict) => conflict.doNothing())
    .execute();

/** The request may have been withdrawn since it was claimed. */
async function isStillWanted(trx: Db, personId: number): Promise<boolean> {
  const request = trx.selectFrom("account_deletions").select("person_id").where("person_id", "=", personId);
  return (await request.forUpdate().executeTakeFirst()) !== undefined;
}

async function deleteAccount(trx: Db, events: FamilyEvents, personId: number, at: Date): Promise<void> {
  // Deleting years of requests takes longer than an ordinary statement may.
  await sql`set local statement_timeout = '60s'`.execute(trx);
  if (!(await isStillWanted(trx, personId))) return;
  for (const familyId of await familiesOf(trx, personId)) {
    await recordActivity(trx, { familyId, personId, at }, { kind: "account-deleted" });
    await endMembershipForGood(trx, events, { familyId, personId, at });
  }
  await eraseHelp(trx, personId);
  const otherNames = await eraseInvitations(trx, personId);
  await eraseActor(trx, personId, otherNames);
  await trx.deleteFrom("participants").where("person_id", "=", personId).execute();
  await remember(trx, personId);
  await eraseAccount(trx, personId);
}

export const accountDeletions = (events: FamilyEvents) =>
  new RowQueue({
    name: "account-deletions",
    rows: { table: "account_deletions", keys: ["person_id"], due: "due_at" },
    concurrency: 1,
    process: ({ database, clock }, { person_id }) =>
      database.kysely.transaction().execute((trx) => deleteAccount(trx, events, person_id, clock.now())),
  });
