import { sql } from "kysely";
import type { LiveEvent } from "#contract/live-events.ts";
import type { Db } from "#server/db/schema.ts";

export const liveChannel = "live";

/** A message to every open screen of a family or of one person. A sign-out ends the connections of its session. */
export type LiveMessage =
  | { readonly familyId: number; readonly events: readonly LiveEvent[] }
  | { readonly personId: number; readonly events: readonly LiveEvent[] }
  | { readonly endedSessionIds: readonly number[] };

/** Inside a transaction, every server process receives this when it commits, and none when it fails. */
export async function notify(db: Db, message: LiveMessage): Promise<void> {
  await sql`select pg_notify(${liveChannel}, ${JSON.stringify(message)})`.execute(db);
}

/** The same as a column of a statement. The value of `parameter` comes from `newsFor`. */
export const notifying = (parameter: `$${number}`): string => `pg_notify('${liveChannel}', ${parameter})`;

/** The same for the family of each row, which `column` names. */
export const notifyingEach = (column: string, event: LiveEvent): string =>
  `pg_notify('${liveChannel}', json_build_object('familyId', ${column}, 'events', json_build_array('${event}'))::text)`;

export const newsFor = (familyId: number, ...events: LiveEvent[]): string =>
  JSON.stringify({ familyId, events } satisfies LiveMessage);

export const publish = (db: Db, familyId: number, ...events: LiveEvent[]): Promise<void> =>
  notify(db, { familyId, events });
