// Limits on how much a family may store.
import type { RawBuilder } from "kysely";
import type { Db } from "#server/platform/db/schema.ts";
import { Conflict } from "#server/platform/errors.ts";
import { countStored, lockFamily } from "./queries.ts";

interface StoredLimit {
  readonly max: number;
  /** The rows that count, as SQL for a `from` clause. */
  readonly stored: RawBuilder<unknown>;
  /** The name of these rows in the message, such as "puzzles of your own". */
  readonly rowsName: string;
  /** The form field that shows the message, too. */
  readonly field?: string;
}

/**
 * Refuses a row beyond the limit. The family stays locked until the transaction ends, so that two calls at once cannot
 * both add the last one.
 */
export async function refuseBeyondLimit(
  trx: Db,
  familyId: number,
  { max, stored, rowsName, field }: StoredLimit,
): Promise<void> {
  await lockFamily(trx, familyId);
  if ((await countStored(trx, stored)) < max) return;
  const message = `There are already ${max.toLocaleString("en-US")} ${rowsName}. Please delete one first.`;
  throw new Conflict(message, field ? { [field]: message } : undefined);
}
