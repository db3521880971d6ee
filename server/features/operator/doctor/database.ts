import { sql } from "kysely";
import { findExhaustedIds } from "#server/platform/db/cell-numbers.ts";
import type { Database } from "#server/platform/db/connect.ts";
import type { World } from "#server/platform/world.ts";
import { broken, doubtful, type Finding, fine } from "./finding.ts";

const tries = 5;
const slowMs = 50;
const crowdedPart = 0.8;

interface Figures {
  version: string;
  open: number;
  max: number;
}

/** The usual time for an answer, in milliseconds. */
async function latencyOf({ kysely }: Pick<Database, "kysely">): Promise<number> {
  const times: number[] = [];
  for (let turn = 0; turn < tries; turn += 1) {
    const began = performance.now();
    await sql`select 1`.execute(kysely);
    times.push(performance.now() - began);
  }
  return times.sort((one, other) => one - other)[Math.floor(tries / 2)] ?? 0;
}

export async function checkDatabase(database: Pick<Database, "kysely">): Promise<Finding> {
  const { rows } = await sql<Figures>`select current_setting('server_version') as version,
    (select count(*)::integer from pg_stat_activity where backend_type = 'client backend') as open,
    current_setting('max_connections')::integer - current_setting('superuser_reserved_connections')::integer as max`.execute(
    database.kysely,
  );
  const [figures] = rows;
  if (!figures) return broken("Database", "It gave no answer.");
  const { version, open, max } = figures;
  const milliseconds = await latencyOf(database);
  const words = `PostgreSQL ${version} answers in ${milliseconds.toFixed(1)} ms, with ${open} of ${max} connections open.`;
  if (open >= max * crowdedPart)
    return doubtful(
      "Database",
      `${words} Raise max_connections, or put a pooler in front: docs/operate/scaling.md.`,
    );
  if (milliseconds > slowMs)
    return doubtful("Database", `${words} That is slow. Is it far away, or busy with something else?`);
  return fine("Database", words);
}

/** Only cells count in ranges. */
export async function checkIds({ database, config }: Pick<World, "database" | "config">): Promise<Finding[]> {
  const { secret, number } = config.cells;
  if (!secret) return [];
  const exhausted = await findExhaustedIds(database.kysely, number);
  if (exhausted.length === 0) return [fine("Ids", `New ids are in the range of CELL_NUMBER ${number}.`)];
  const words = `New ids of these tables are beyond the range of CELL_NUMBER ${number}, so another cell may have the same: ${exhausted.join(", ")}. Set CELL_NUMBER to a higher number that no cell has had.`;
  return [doubtful("Ids", words)];
}
