import { type Activity, type ActivityPage, RecordedChange } from "#contract/activity.ts";
import type { Db } from "#server/platform/db/schema.ts";
import type { Member } from "#server/platform/http/session.ts";
import { publish } from "#server/platform/live/publish.ts";
import type { World } from "#server/platform/world.ts";
import {
  deleteActivityBefore,
  findActivity,
  findAdminIds,
  findFamilyIdsOf,
  insertActivity,
} from "./queries.ts";

const pageSize = 50;
const retainedMonths = 12;

interface ActivityContext {
  /** Null if nobody was signed in. */
  personId: number | null;
  at: Date;
}

/**
 * Only admins are notified, because even the name of a live event would give something away to the others, such as
 * that somebody has signed in.
 */
async function add(
  trx: Db,
  familyIds: readonly number[],
  { personId, at }: ActivityContext,
  { kind, ...details }: RecordedChange,
): Promise<void> {
  if (familyIds.length === 0) return;
  await insertActivity(trx, { familyIds, personId, kind, details, at });
  await publish(trx, { people: await findAdminIds(trx, familyIds) }, "activity");
}

/** Must run in the transaction of the change, so that neither is stored without the other. */
export const recordActivity = (
  trx: Db,
  { familyId, ...context }: ActivityContext & { familyId: number },
  change: RecordedChange,
): Promise<void> => add(trx, [familyId], context, change);

/** Records a change that a person made to their own account, in each of their families. */
export const recordInOwnFamilies = async (
  trx: Db,
  context: ActivityContext & { personId: number },
  change: RecordedChange,
): Promise<void> => add(trx, await findFamilyIdsOf(trx, context.personId), context, change);

/** Newest first. `before` is the last entry that the caller already has. */
export async function activityOf(
  db: Db,
  { familyId }: Member,
  before: number | undefined,
): Promise<ActivityPage> {
  const rows = await findActivity(db, familyId, before, pageSize + 1);
  const activity = rows.slice(0, pageSize).map(
    ({ id, at, person_name, kind, details }): Activity => ({
      id,
      at: at.toISOString(),
      who: person_name,
      change: RecordedChange.parse({ kind, ...details }),
    }),
  );
  return { activity, hasOlder: rows.length > pageSize };
}

export function deleteOldActivity({ database, clock }: World): Promise<void> {
  const today = clock.now().toTemporalInstant().toZonedDateTimeISO("UTC");
  const oldest = today.subtract({ months: retainedMonths });
  return deleteActivityBefore(database.kysely, new Date(oldest.epochMilliseconds));
}
