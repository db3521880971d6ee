// What the database says of the requests that were sent, read past the server.
import { withDatabase } from "#bench/processes/porchlight.ts";
import type { Written } from "./writers.ts";

export interface Ledger {
  readonly lost: number;
  readonly duplicates: number;
}

const wishes = "select phrase from help_requests where phrase like 'Wish %'";

/** Lost is what was answered and is not there; a duplicate is a wish that is there twice. */
export async function compare(folder: string, { acknowledged }: Written): Promise<Ledger> {
  const { rows } = await withDatabase(folder, (client) => client.query<{ phrase: string }>(wishes));
  const kept = rows.map(({ phrase }) => phrase.slice("Wish ".length));
  const distinct = new Set(kept);
  const lost = [...acknowledged].filter((key) => !distinct.has(key)).length;
  return { lost, duplicates: kept.length - distinct.size };
}

/** What a statement counts, as `count`. */
export async function countBy(folder: string, statement: string): Promise<number> {
  const { rows } = await withDatabase(folder, (client) => client.query<{ count: number }>(statement));
  return rows[0]?.count ?? 0;
}

const untold =
  "select count(*)::integer as count from help_requests where phrase like 'Wish %' and state = 'ACCEPTED'";

/** Of how many wishes nothing has left the house yet. */
export const countUntold = (folder: string): Promise<number> => countBy(folder, untold);
