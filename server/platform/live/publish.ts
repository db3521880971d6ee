import { sql } from "kysely";
import type { LiveEvent } from "#contract/live-events.ts";
import type { Db } from "#server/platform/db/schema.ts";

export const liveChannel = "live";

export const choicesChannel = "operator-choices";

/** Tells every server process that the operator has chosen something else, once the transaction commits. */
export const publishChoices = (trx: Db) => sql`select pg_notify(${choicesChannel}, '')`.execute(trx);

/** A message to every open screen of a family or of one person. A sign-out ends the connections of its session. */
export type LiveMessage =
  | { readonly familyId: number; readonly events: readonly LiveEvent[] }
  | { readonly personId: number; readonly events: readonly LiveEvent[] }
  | { readonly endedSessionIds: readonly number[] };

/** A number is a family's id. */
type Audience =
  | number
  | { readonly families: readonly number[] }
  | { readonly people: readonly number[] }
  | { readonly personId: number }
  | { readonly familiesOf: number }
  | { readonly endedSessionIds: readonly number[] };

const notify = (db: Db, message: LiveMessage) =>
  sql`select pg_notify(${liveChannel}, ${JSON.stringify(message)})`.execute(db);

async function notifyEach(db: Db, messages: readonly LiveMessage[]): Promise<void> {
  const payloads = messages.map((message) => JSON.stringify(message));
  await sql`select pg_notify(${liveChannel}, payload) from unnest(${payloads}::text[]) as payload`.execute(
    db,
  );
}

/** PostgreSQL takes notifications of less than 8,000 bytes, and an id has at most 19 digits. */
const maxSessionsPerMessage = 300;

async function publishEndedSessions(db: Db, ids: readonly number[]): Promise<void> {
  for (let first = 0; first < ids.length; first += maxSessionsPerMessage) {
    await notify(db, { endedSessionIds: ids.slice(first, first + maxSessionsPerMessage) });
  }
}

async function findFamiliesOf(db: Db, personId: number): Promise<number[]> {
  const rows = db.selectFrom("memberships").select("family_id").where("person_id", "=", personId);
  return (await rows.execute()).map(({ family_id }) => family_id);
}

/** Inside a transaction, every server process receives this when it commits, and none when it fails. */
export async function publish(db: Db, audience: Audience, ...events: LiveEvent[]): Promise<void> {
  if (typeof audience === "object" && "endedSessionIds" in audience)
    return publishEndedSessions(db, audience.endedSessionIds);
  if (typeof audience === "object" && "families" in audience)
    return notifyEach(
      db,
      [...new Set(audience.families)].map((familyId) => ({ familyId, events })),
    );
  if (typeof audience === "object" && "people" in audience)
    return notifyEach(
      db,
      [...new Set(audience.people)].map((personId) => ({ personId, events })),
    );
  if (typeof audience === "object" && "familiesOf" in audience)
    return notifyEach(
      db,
      (await findFamiliesOf(db, audience.familiesOf)).map((familyId) => ({ familyId, events })),
    );
  const message: LiveMessage =
    typeof audience === "number" ? { familyId: audience, events } : { events, ...audience };
  await notify(db, message);
}
