// Deletes accounts a week after their owners asked for it, everywhere but in backups.
import { eraseAccount } from "#server/features/accounts/personal-data.ts";
import { recordActivity } from "#server/features/activity/activity.ts";
import { eraseActor } from "#server/features/activity/personal-data.ts";
import { endMembershipForGood } from "#server/features/families/departures.ts";
import type { FamilyEvents } from "#server/features/families/families.ts";
import { allowLongStatements, findFamilyIds } from "#server/features/families/queries.ts";
import { eraseHellos } from "#server/features/hellos/personal-data.ts";
import { eraseHelp } from "#server/features/help/personal-data.ts";
import { eraseInvitations } from "#server/features/invitations/personal-data.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { RowQueue } from "#server/platform/jobs/queue.ts";
import { deleteParticipations, insertDeletedPerson, lockAccountDeletion } from "../queries.ts";

async function deleteAccount(trx: Db, events: FamilyEvents, personId: number, at: Date): Promise<void> {
  await allowLongStatements(trx);
  // The request may have been withdrawn since it was claimed.
  if (!(await lockAccountDeletion(trx, personId))) return;
  for (const familyId of await findFamilyIds(trx, personId)) {
    await recordActivity(trx, { familyId, personId, at }, { kind: "account-deleted" });
    await endMembershipForGood(trx, events, { familyId, personId, at });
  }
  await eraseHelp(trx, personId);
  await eraseHellos(trx, personId);
  const otherNames = await eraseInvitations(trx, personId);
  await eraseActor(trx, personId, otherNames);
  await deleteParticipations(trx, personId);
  await insertDeletedPerson(trx, personId);
  await eraseAccount(trx, personId);
}

export const accountDeletions = (events: FamilyEvents) =>
  new RowQueue({
    name: "account-deletions",
    rows: { table: "account_deletions", keys: ["person_id"], due: "due_at" },
    concurrency: 1,
    process: ({ database, clock }, { person_id }) =>
      database.deletions.transaction().execute((trx) => deleteAccount(trx, events, person_id, clock.now())),
  });
