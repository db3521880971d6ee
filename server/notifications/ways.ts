// What is known of each way that leads to a person; migrations/021-reachability.sql says what follows from each fact.
import { sql } from "kysely";
import type { Channel } from "#contract/notifications.ts";
import type { Refusal } from "#contract/reachability.ts";
import type { Db } from "../db/schema.ts";

export interface WayTo {
  readonly personId: number;
  readonly channel: Channel;
}

/** Something has arrived. */
export async function proveWay(db: Db, { personId, channel }: WayTo, at: Date): Promise<void> {
  await sql`select prove_way(${personId}, ${channel}, ${at})`.execute(db);
}

/** Nothing will ever arrive there. */
export async function refuseWay(
  db: Db,
  { personId, channel }: WayTo,
  refusal: Refusal,
  at: Date,
): Promise<void> {
  await sql`select refuse_way(${personId}, ${channel}, ${refusal}, ${at})`.execute(db);
}

/** A test has left; whether it arrives remains to be seen. */
export async function testWay(db: Db, { personId, channel }: WayTo, at: Date): Promise<void> {
  await sql`select test_way(${personId}, ${channel}, ${at})`.execute(db);
}
