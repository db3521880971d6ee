import { type RawBuilder, sql } from "kysely";
import type { Db, Row, Schema } from "./schema.ts";

const batchSize = 1000;

/** Deletes rows in batches, so that no statement takes long. */
export async function deleteInBatches<Table extends keyof Schema>(
  db: Db,
  table: Table,
  keys: readonly (keyof Row<Table> & string)[],
  isDeleted: RawBuilder<unknown>,
): Promise<void> {
  const key = sql.join(keys.map((name) => sql.ref(name)));
  for (;;) {
    const deleted = await sql`delete from ${sql.table(table)} where (${key}) in (
      select ${key} from ${sql.table(table)} where ${isDeleted} limit ${batchSize})`.execute(db);
    if ((deleted.numAffectedRows ?? 0n) < batchSize) return;
  }
}
