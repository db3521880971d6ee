// Compares the requests that were sent with those in the database, without asking the server.
import { withDatabase } from "#bench/processes/porchlight.ts";
import type { Written } from "./writers.ts";

export interface Ledger {
  readonly lost: number;
  readonly duplicates: number;
}

/** Selects the requests of `startWriters` as `keyOf` reads them. */
export const requests = "select phrase from help_requests where phrase like 'Request %'";

export interface RequestRow {
  readonly phrase: string;
}

export const keyOf = ({ phrase }: RequestRow): string => phrase.slice("Request ".length);

/** A lost request was acknowledged but is not stored. A duplicate is stored twice. */
export function compareRows(
  rows: readonly RequestRow[],
  { acknowledged }: Pick<Written, "acknowledged">,
): Ledger {
  const kept = rows.map(keyOf);
  const distinct = new Set(kept);
  const lost = [...acknowledged].filter((key) => !distinct.has(key)).length;
  return { lost, duplicates: kept.length - distinct.size };
}

export async function compare(folder: string, written: Written): Promise<Ledger> {
  const { rows } = await withDatabase(folder, (client) => client.query<RequestRow>(requests));
  return compareRows(rows, written);
}

/** Runs a statement that returns one row with a `count`. */
export async function countBy(folder: string, statement: string): Promise<number> {
  const { rows } = await withDatabase(folder, (client) => client.query<{ count: number }>(statement));
  return rows[0]?.count ?? 0;
}

/** The requests that have had no message sent yet. */
export const unsent =
  "select count(*)::integer as count from help_requests where phrase like 'Request %' and state = 'ACCEPTED'";

/** Counts the requests that have had no message sent yet. */
export const countUnsent = (folder: string): Promise<number> => countBy(folder, unsent);
