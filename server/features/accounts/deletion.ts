// Lets a person ask for their account to be deleted, and change their mind. server/features/personal-data/deletion deletes what is due.
import { dayMs } from "#contract/durations.ts";
import { recordInOwnFamilies } from "#server/features/activity/activity.ts";
import { refuseOnlyAdmin } from "#server/features/families/members.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { NotFound } from "#server/platform/errors.ts";
import type { Person } from "#server/platform/http/session.ts";
import { publish } from "#server/platform/live/publish.ts";
import type { World } from "#server/platform/world.ts";
import { recordChange } from "./proof/account-changes.ts";
import { notifyOldContacts, undoDays } from "./proof/change-messages.ts";
import { markDeletionUndone } from "./proof/queries.ts";
import { deleteAccountDeletion, findAccountDeletion, insertAccountDeletion } from "./queries.ts";

interface Asker {
  readonly id: number;
  /** Null if the operator asks. */
  readonly sessionId: number | null;
}

/** The detail of the activity log that says that the operator did it. */
const byOperator = ({ sessionId }: Asker) => (sessionId === null ? { isByOperator: true } : {});

/** Asking again changes nothing. */
async function plan(
  world: World,
  person: Asker,
  refuse: (trx: Db) => Promise<void> = async () => {},
): Promise<{ dueAt: string }> {
  const now = world.clock.now();
  const dueAt = new Date(now.getTime() + undoDays * dayMs);
  const { due, change } = await world.database.kysely.transaction().execute(async (trx) => {
    await refuse(trx);
    const row = { person_id: person.id, requested_at: now, due_at: dueAt };
    if (!(await insertAccountDeletion(trx, row)))
      return { due: (await findAccountDeletion(trx, person.id)).due_at };
    const change = await recordChange(world, trx, person, "deletion");
    const planned = { kind: "account-deletion-requested", ...byOperator(person) } as const;
    await recordInOwnFamilies(trx, { personId: person.id, at: now }, planned);
    await publish(trx, { personId: person.id }, "account");
    return { due: dueAt, change };
  });
  if (change) await notifyOldContacts(world, change);
  return { dueAt: due.toISOString() };
}

export const requestDeletion = (world: World, person: Person) =>
  plan(world, person, (trx) => refuseOnlyAdmin(trx, person.id));

/** A family that loses its only admin this way gets another one when the account is deleted. */
export const requestDeletionAsOperator = (world: World, personId: number) =>
  plan(world, { id: personId, sessionId: null });

/** Returns whether the account was about to be deleted. */
async function keep({ database, clock }: World, person: Asker): Promise<boolean> {
  const now = clock.now();
  return await database.kysely.transaction().execute(async (trx) => {
    if (!(await deleteAccountDeletion(trx, person.id))) return false;
    await markDeletionUndone(trx, person.id, now);
    const kept = { kind: "account-kept", ...byOperator(person) } as const;
    await recordInOwnFamilies(trx, { personId: person.id, at: now }, kept);
    await publish(trx, { personId: person.id }, "account");
    return true;
  });
}

export async function cancelDeletion(world: World, person: Person): Promise<void> {
  if (!(await keep(world, person))) throw new NotFound("Your account isn't about to be deleted.");
}

export const keepAsOperator = (world: World, personId: number): Promise<boolean> =>
  keep(world, { id: personId, sessionId: null });
