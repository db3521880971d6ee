import { type RawBuilder, sql } from "kysely";
import { type Activity, type ActivityPage, RecordedChange } from "#contract/activity.ts";
import { deleteInBatches } from "#server/platform/db/delete-in-batches.ts";
import type { Db } from "#server/platform/db/schema.ts";
import type { Member } from "#server/platform/http/session.ts";
import { publishing } from "#server/platform/live/publish.ts";
import type { World } from "#server/platform/world.ts";

const pageSize = 50;

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
  families: RawBuilder<unknown>,
  { personId, at }: ActivityContext,
  change: RecordedChange,
) {
  const { kind, ...details } = change;
  await sql`
    with added as (
      insert into activity (family_id, person_id, person_name, kind, details, at)
      select f.id, p.id, p.username, ${kind}, ${JSON.stringify(details)}::jsonb, ${at}
      from (${families}) f left join people p on p.id = ${personId}
      returning family_id
    )
    select ${sql.raw(publishing("personId", "m.person_id", "activity"))}
    from added a join memberships m on m.family_id = a.family_id and m.role = 'admin'`.execute(trx);
}

/** Must run in the transaction of the change, so that neither is stored without the other. */
export const recordActivity = (
  trx: Db,
  { familyId, ...context }: ActivityContext & { familyId: number },
  change: RecordedChange,
): Promise<void> => add(trx, sql`select ${familyId}::integer as id`, context, change);

/** Records a change that a person made to their own account, in each of their families. */
export const recordInOwnFamilies = (
  trx: Db,
  context: ActivityContext & { personId: number },
  change: RecordedChange,
): Promise<void> =>
  add(
    trx,
    sql`select family_id as id from memberships where person_id = ${context.personId}::integer`,
    context,
    change,
  );

/** Newest first. `before` is the last entry that the caller already has. */
export async function activityOf(
  db: Db,
  { familyId }: Member,
  before: number | undefined,
): Promise<ActivityPage> {
  const rows = await db
    .selectFrom("activity")
    .select(["id", "at", "person_name", "kind", "details"])
    .where("family_id", "=", familyId)
    .$if(before !== undefined, (query) => query.where("id", "<", before ?? 0))
    .orderBy("id", "desc")
    .limit(pageSize + 1)
    .execute();
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

/** Deletes what is older than 12 months. */
export const deleteOldActivity = ({ database, clock }: World): Promise<void> =>
  deleteInBatches(
    database.kysely,
    "activity",
    ["family_id", "id"],
    sql`at < ${clock.now()}::timestamptz - interval '12 months'`,
  );
