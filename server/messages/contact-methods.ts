// Records facts about contact methods; migrations/021-reachability.sql says what follows from each fact.
import { sql } from "kysely";
import type { Channel } from "#contract/messages.ts";
import type { Refusal } from "#contract/reachability.ts";
import type { Db } from "#server/db/schema.ts";
import { publish } from "#server/live/publish.ts";

export interface ContactMethodKey {
  readonly personId: number;
  readonly channel: Channel;
}

const publishReachability = (db: Db, personId: number): Promise<void> =>
  publish(db, { familiesOf: personId }, "reachability");

/** Records that a message has arrived. */
export async function proveContactMethod(
  db: Db,
  { personId, channel }: ContactMethodKey,
  at: Date,
): Promise<void> {
  await sql`select prove_way(${personId}, ${channel}, ${at})`.execute(db);
  await publishReachability(db, personId);
}

/** Records that no message will ever arrive there. */
export async function refuseContactMethod(
  db: Db,
  { personId, channel }: ContactMethodKey,
  refusal: Refusal,
  at: Date,
): Promise<void> {
  await sql`select refuse_way(${personId}, ${channel}, ${refusal}, ${at})`.execute(db);
  await publishReachability(db, personId);
}

/** Records that a test was sent. */
export async function markContactMethodTested(
  db: Db,
  { personId, channel }: ContactMethodKey,
  at: Date,
): Promise<void> {
  await sql`select test_way(${personId}, ${channel}, ${at})`.execute(db);
  await publishReachability(db, personId);
}
