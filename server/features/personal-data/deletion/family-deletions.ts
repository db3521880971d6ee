// An admin asks for the family to be deleted, and every member can keep it for a week. Then it is deleted everywhere
// but in backups. Its people stay.
import { dayMs } from "#contract/durations.ts";
import type { FamilyDeletion } from "#contract/personal-data/family-deletion.ts";
import { recordActivity } from "#server/features/activity/activity.ts";
import { disbandFamily } from "#server/features/families/departures.ts";
import { findMember, lockMembers, refuseFormerAdmin } from "#server/features/families/members.ts";
import { eraseFamily, lockForErasure } from "#server/features/families/personal-data.ts";
import { allowLongStatements } from "#server/features/families/queries.ts";
import { takeAllowances } from "#server/platform/allowances/allowances.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { Gone, NotFound, TooMany } from "#server/platform/errors.ts";
import type { Member } from "#server/platform/http/session.ts";
import { RowQueue } from "#server/platform/jobs/queue.ts";
import { publish } from "#server/platform/live/publish.ts";
import type { World } from "#server/platform/world.ts";
import {
  findDeletionTime,
  findFamilyDeletion,
  upsertFamilyDeletion,
  withdrawFamilyDeletion,
} from "../queries.ts";
import { enqueueDeletionMessages, signedClaim } from "./family-deletion-kind.ts";

const undoDays = 7;

async function refuseTooMany(world: World, trx: Db, { familyId }: Member): Promise<void> {
  const wait = await takeAllowances(world, trx, { name: "family-deletion-requests", key: familyId });
  if (wait > 0)
    throw new TooMany("That's all the changes we can make today. Please try again tomorrow.", wait);
}

interface Request {
  readonly familyId: number;
  /** Null if the operator asks. */
  readonly personId: number | null;
  readonly at: Date;
}

/** The detail of the activity log that says that the operator did it. */
const byOperator = (personId: number | null) => (personId === null ? { isByOperator: true } : {});

/** Asking again changes nothing. */
async function plan(
  trx: Db,
  { familyId, personId, at }: Request,
  refuse: () => Promise<void> = async () => {},
): Promise<{ dueAt: string }> {
  const pending = await findDeletionTime(trx, familyId);
  if (pending) return { dueAt: pending.toISOString() };
  await refuse();
  const dueAt = new Date(at.getTime() + undoDays * dayMs);
  const request = { requested_by: personId, requested_at: at, due_at: dueAt };
  await upsertFamilyDeletion(trx, {
    family_id: familyId,
    ...request,
    is_by_operator: personId === null,
  });
  await enqueueDeletionMessages(trx, familyId, at);
  const change = { kind: "family-deletion-requested", ...byOperator(personId) } as const;
  await recordActivity(trx, { familyId, personId, at }, change);
  await publish(trx, familyId, "family");
  return { dueAt: dueAt.toISOString() };
}

export async function requestDeletion(world: World, member: Member): Promise<{ dueAt: string }> {
  const { familyId, id: personId } = member;
  return await world.database.kysely.transaction().execute(async (trx) => {
    refuseFormerAdmin(await lockMembers(trx, member), member);
    const request = { familyId, personId, at: world.clock.now() };
    return await plan(trx, request, () => refuseTooMany(world, trx, member));
  });
}

/** The operator needs no admin of the family for it. Its members are told, and can keep it as always. */
export const requestDeletionAsOperator = ({ database, clock }: World, familyId: number) =>
  database.kysely.transaction().execute(async (trx) => {
    await lockMembers(trx, { familyId });
    return await plan(trx, { familyId, personId: null, at: clock.now() });
  });

/**
 * Returns whether there was something to keep. A deletion that a restore repeats was requested long ago, so nobody
 * can undo it.
 */
async function keep(trx: Db, { familyId, personId, at }: Request): Promise<boolean> {
  const requestedSince = new Date(at.getTime() - undoDays * dayMs);
  if (!(await withdrawFamilyDeletion(trx, familyId, requestedSince))) return false;
  await recordActivity(trx, { familyId, personId, at }, { kind: "family-kept", ...byOperator(personId) });
  await publish(trx, familyId, "family");
  return true;
}

/** Any member can keep the family, because the admin may be the one whose account was stolen. */
export async function cancelDeletion({ database, clock }: World, member: Member): Promise<void> {
  const { familyId, id: personId } = member;
  await database.kysely.transaction().execute(async (trx) => {
    findMember(await lockMembers(trx, member), personId);
    if (await keep(trx, { familyId, personId, at: clock.now() })) return;
    throw new NotFound("Your family isn't about to be deleted.");
  });
}

/** Returns whether there was something to keep. */
export const keepAsOperator = ({ database, clock }: World, familyId: number): Promise<boolean> =>
  database.kysely.transaction().execute(async (trx) => {
    await lockMembers(trx, { familyId });
    return await keep(trx, { familyId, personId: null, at: clock.now() });
  });

/**
 * A link works as long as its request is the newest one, also for somebody who has been removed since: otherwise the
 * person who asked could remove everybody who wants to keep the family. To them it says nothing of the family.
 */
async function findBehind(trx: Db, world: World, token: string) {
  const now = world.clock.now();
  const claim = signedClaim(world, token);
  const isOver = !claim || claim.requestedAt.getTime() <= now.getTime() - undoDays * dayMs;
  const found = isOver ? undefined : await findFamilyDeletion(trx, claim, claim.personId);
  if (isOver || !found) throw new Gone("This link has expired.");
  const { familyName, askedBy, requested_at, due_at } = found;
  const view: FamilyDeletion = {
    familyName,
    askedBy,
    askedAt: requested_at.toISOString(),
    dueAt: due_at?.toISOString() ?? null,
  };
  return { view, keeping: { ...claim, at: now } };
}

export const deletionBehind = async (world: World, token: string): Promise<FamilyDeletion> =>
  (await findBehind(world.database.kysely, world, token)).view;

/** The link is the proof, so no sign-in is needed. */
export const keepByLink = (world: World, token: string): Promise<FamilyDeletion> =>
  world.database.kysely.transaction().execute(async (trx) => {
    const { view, keeping } = await findBehind(trx, world, token);
    await lockMembers(trx, keeping);
    await keep(trx, keeping);
    return { ...view, dueAt: null };
  });

/** The family may have been kept since the row was claimed. */
async function deleteFamily(trx: Db, familyId: number): Promise<void> {
  await allowLongStatements(trx);
  await lockForErasure(trx, familyId);
  if ((await findDeletionTime(trx, familyId)) === null) return;
  await disbandFamily(trx, familyId);
  await eraseFamily(trx, familyId);
}

export const familyDeletions = new RowQueue({
  name: "family-deletions",
  rows: { table: "family_deletions", keys: ["family_id"], due: "due_at" },
  concurrency: 1,
  process: ({ database }, { family_id }) =>
    database.deletions.transaction().execute((trx) => deleteFamily(trx, family_id)),
});
