// Lets a person ask for their account to be deleted, and change their mind. server/features/personal-data/deletion deletes what is due.
import { dayMs } from "#contract/durations.ts";
import { recordInOwnFamilies } from "#server/features/activity/activity.ts";
import { refuseOnlyAdmin } from "#server/features/families/members.ts";
import { NotFound } from "#server/platform/errors.ts";
import type { Person } from "#server/platform/http/session.ts";
import { publish } from "#server/platform/live/publish.ts";
import type { World } from "#server/platform/world.ts";
import { recordChange } from "./proof/account-changes.ts";
import { notifyOldContacts, undoDays } from "./proof/change-messages.ts";
import { markDeletionUndone } from "./proof/queries.ts";
import { deleteAccountDeletion, findAccountDeletion, insertAccountDeletion } from "./queries.ts";

/** Asking again changes nothing. */
export async function requestDeletion(world: World, person: Person): Promise<{ dueAt: string }> {
  const now = world.clock.now();
  const dueAt = new Date(now.getTime() + undoDays * dayMs);
  const { due, change } = await world.database.kysely.transaction().execute(async (trx) => {
    await refuseOnlyAdmin(trx, person.id);
    const row = { person_id: person.id, requested_at: now, due_at: dueAt };
    if (!(await insertAccountDeletion(trx, row)))
      return { due: (await findAccountDeletion(trx, person.id)).due_at };
    const change = await recordChange(world, trx, person, "deletion");
    await recordInOwnFamilies(trx, { personId: person.id, at: now }, { kind: "account-deletion-requested" });
    await publish(trx, { personId: person.id }, "account");
    return { due: dueAt, change };
  });
  if (change) await notifyOldContacts(world, change);
  return { dueAt: due.toISOString() };
}

export async function cancelDeletion({ database, clock }: World, person: Person): Promise<void> {
  const now = clock.now();
  await database.kysely.transaction().execute(async (trx) => {
    const wasPlanned = await deleteAccountDeletion(trx, person.id);
    if (!wasPlanned) throw new NotFound("Your account isn't about to be deleted.");
    await markDeletionUndone(trx, person.id, now);
    await recordInOwnFamilies(trx, { personId: person.id, at: now }, { kind: "account-kept" });
    await publish(trx, { personId: person.id }, "account");
  });
}
