import { sql } from "kysely";
import type { LiveEvent } from "#contract/live-events.ts";
import type { Db } from "../db/schema.ts";

export const liveChannel = "live";

/** To every open screen of a family, of one person, or (a sign-out) the end of one session's connections. */
export type LiveMessage =
  | { readonly familyId: number; readonly events: readonly LiveEvent[] }
  | { readonly personId: number; readonly events: readonly LiveEvent[] }
  | { readonly endedSessionIds: readonly number[] };

/** Inside a transaction this is heard when it commits, by every server process, and not at all when it fails. */
export async function notify(db: Db, message: LiveMessage): Promise<void> {
  await sql`select pg_notify(${liveChannel}, ${JSON.stringify(message)})`.execute(db);
}

/** The same as a column of a statement; `parameter` is given what `newsFor` says. */
export const notifying = (parameter: `$${number}`): string => `pg_notify('${liveChannel}', ${parameter})`;

/** The same of every row's own family: `column` names it. */
export const notifyingEach = (column: string, event: LiveEvent): string =>
  `pg_notify('${liveChannel}', json_build_object('familyId', ${column}, 'events', json_build_array('${event}'))::text)`;

export const newsFor = (familyId: number, ...events: LiveEvent[]): string =>
  JSON.stringify({ familyId, events } satisfies LiveMessage);

export const publish = (db: Db, familyId: number, ...events: LiveEvent[]): Promise<void> =>
  notify(db, { familyId, events });
