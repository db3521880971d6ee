// The only code that changes the states of help requests and adds to their receipts.
import { CompiledQuery, sql } from "kysely";
import type { HelpRequestState } from "#contract/help/request-state.ts";
import type { Db } from "#server/db/schema.ts";
import type { World } from "#server/world.ts";
import { addReceipts, changeStates, changeStatesAndStopAsking } from "./state-statements.ts";

export interface RequestKey {
  readonly family_id: number;
  readonly id: number;
}

/** Many requests can change to the same state at once, each by a different actor. */
export interface Transition {
  readonly requests: readonly (RequestKey & { readonly actor: number | null })[];
  readonly to: HelpRequestState;
  readonly at: Date;
}

/** The families and the ids of these requests, as two parameters for `unnest`. */
export const columnsOf = (requests: readonly RequestKey[]): [families: number[], ids: number[]] => [
  requests.map(({ family_id }) => family_id),
  requests.map(({ id }) => id),
];

const parametersOf = ({ requests, to, at }: Transition): unknown[] => [
  ...columnsOf(requests),
  requests.map(({ actor }) => actor),
  to,
  at,
];

/**
 * Changes the state of those requests that may take it, adds their receipts and publishes. A transaction that changes several
 * requests locks them first, in the order of their keys.
 */
export async function transition(trx: Db, change: Transition): Promise<void> {
  if (change.requests.length === 0) return;
  await trx.executeQuery(CompiledQuery.raw(changeStates, parametersOf(change)));
}

/**
 * Changes the state of one request in a single round trip. In these states nobody else is asked, and the people who were
 * asked get a message.
 */
export async function stopAsking(
  { database, clock }: Pick<World, "database" | "clock">,
  request: Transition["requests"][number],
  to: "ACKNOWLEDGED" | "RESOLVED" | "CANCELLED",
): Promise<void> {
  const change = { requests: [request], to, at: clock.now() };
  await database.write(changeStatesAndStopAsking, parametersOf(change));
}

/** Locks requests in the order of their keys, so that two transactions never wait for each other. */
export async function lockRequests(trx: Db, requests: readonly RequestKey[]): Promise<void> {
  const [families, ids] = columnsOf(requests);
  await sql`select from help_requests
    where (family_id, id) in (select * from unnest(${families}::integer[], ${ids}::bigint[]))
    order by family_id, id for no key update`.execute(trx);
}

/**
 * Adds receipts of one person for each of these requests, which take the last of these states if that is new and allowed.
 * The time is read under the lock: of two receipts that arrive together, the one that is stored first is the earlier one.
 */
export async function recordReceipts(
  { database, clock }: Pick<World, "database" | "clock">,
  requests: Transition["requests"],
  states: readonly HelpRequestState[],
): Promise<void> {
  const to = states.at(-1);
  if (!to || requests.length === 0) return;
  await database.kysely.transaction().execute(async (trx) => {
    await lockRequests(trx, requests);
    const change = { requests, to, at: clock.now() };
    await trx.executeQuery(CompiledQuery.raw(addReceipts, [...parametersOf(change), states]));
  });
}
