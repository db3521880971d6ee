// A family that moves to another cell keeps the ids of its rows, so no two cells may give out the same. Each counts in a range
// of its own, as databases with several writers do by an offset for each (MySQL's auto_increment_offset).
import { sql } from "kysely";
import type { Db } from "./schema.ts";

/** How many ids a cell has in a column, by the type of the column. A sequence begins at its own start within the range. */
const idsOfCell = sql`case data_type when 'integer'::regtype then 10000000 else 10000000000 end`;

const lock = sql`select pg_advisory_xact_lock(hashtextextended('cell numbers', 0))`;

/** Names the tables whose ids are in the range of the next cell already. */
export async function findExhaustedIds(db: Db, cellNumber: number): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select replace(sequencename, '_id_seq', '') as name from pg_sequences
    where schemaname = 'public' and last_value >= ${cellNumber + 1} * ${idsOfCell} order by sequencename`.execute(
    db,
  );
  return rows.map(({ name }) => name);
}

/** Lets ids of new rows begin in the range of this cell. A sequence that is there already goes on where it is. */
export async function beginIdsOfCell(db: Db, cellNumber: number): Promise<void> {
  if (cellNumber === 0) return;
  await db.transaction().execute(async (trx) => {
    // Servers that start at once would otherwise begin the range twice.
    await lock.execute(trx);
    await sql`
      select setval(format('%I.%I', schemaname, sequencename)::regclass, first_id - 1)
      from (select *, ${cellNumber} * ${idsOfCell} + start_value as first_id from pg_sequences) as sequences
      where schemaname = 'public' and coalesce(last_value, 0) < first_id - 1`.execute(trx);
  });
}
