// Records facts about contact methods. All facts in a row are newer than its last proof.
import { sql } from "kysely";
import type { Channel } from "#contract/messages.ts";
import type { Refusal } from "#contract/reachability.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { publish } from "#server/platform/live/publish.ts";

export interface ContactMethodKey {
  readonly personId: number;
  readonly channel: Channel;
}

const publishReachability = (db: Db, personId: number): Promise<void> =>
  publish(db, { familiesOf: personId }, "reachability");

/**
 * Forgets what was known, because the channel now leads to another address, or to none. The row stays, so that its
 * change triggers a check of the families even when nothing was known.
 */
export async function renewContactMethod(db: Db, { personId, channel }: ContactMethodKey): Promise<void> {
  const nothing = {
    proven_at: null,
    refused_at: null,
    refusal: null,
    tested_at: null,
    unanswered_since: null,
  };
  await db
    .insertInto("contact_methods")
    .values({ person_id: personId, channel, ...nothing })
    .onConflict((conflict) => conflict.columns(["person_id", "channel"]).doUpdateSet(nothing))
    .execute();
  await publishReachability(db, personId);
}

/** Records that messages may arrive again, because the person has added a device. */
export async function reopenContactMethod(db: Db, { personId, channel }: ContactMethodKey): Promise<void> {
  await db
    .updateTable("contact_methods")
    .set({ refused_at: null, refusal: null, unanswered_since: null })
    .where("person_id", "=", personId)
    .where("channel", "=", channel)
    .execute();
  await publishReachability(db, personId);
}

/** Records that a message has arrived. */
export async function proveContactMethod(
  db: Db,
  { personId, channel }: ContactMethodKey,
  at: Date,
): Promise<void> {
  const proof = { refused_at: null, refusal: null, unanswered_since: null };
  await db
    .insertInto("contact_methods")
    .values({ person_id: personId, channel, proven_at: at, ...proof })
    .onConflict((conflict) =>
      conflict.columns(["person_id", "channel"]).doUpdateSet({
        ...proof,
        proven_at: sql`greatest(contact_methods.proven_at, excluded.proven_at)`,
      }),
    )
    .execute();
  await publishReachability(db, personId);
}

/** Records that no message will ever arrive there. */
export async function refuseContactMethod(
  db: Db,
  { personId, channel }: ContactMethodKey,
  refusal: Refusal,
  at: Date,
): Promise<void> {
  const refused = { refused_at: at, refusal };
  await db
    .insertInto("contact_methods")
    .values({ person_id: personId, channel, ...refused })
    .onConflict((conflict) => conflict.columns(["person_id", "channel"]).doUpdateSet(refused))
    .execute();
  await publishReachability(db, personId);
}

/** Records when a test was sent. Its answer can arrive before this is known. */
export async function markContactMethodTested(
  db: Db,
  { personId, channel }: ContactMethodKey,
  at: Date,
): Promise<void> {
  await db
    .insertInto("contact_methods")
    .values({ person_id: personId, channel, tested_at: at, unanswered_since: at })
    .onConflict((conflict) =>
      conflict.columns(["person_id", "channel"]).doUpdateSet({
        tested_at: at,
        unanswered_since: sql`case when contact_methods.proven_at >= excluded.tested_at then null
          else coalesce(contact_methods.unanswered_since, excluded.tested_at) end`,
      }),
    )
    .execute();
  await publishReachability(db, personId);
}
