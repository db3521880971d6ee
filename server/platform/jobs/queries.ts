import { sql } from "kysely";
import type { Db } from "#server/platform/db/schema.ts";

interface Interval {
  readonly name: string;
  readonly intervalSeconds: number;
}

/** Sets the next time of those jobs that are due, by the database's clock, and returns their names. */
export async function claimJobs(db: Db, jobs: readonly Interval[]): Promise<string[]> {
  // All servers lock the rows in the same order.
  const inOrder = jobs.toSorted((one, other) => (one.name < other.name ? -1 : 1));
  const rows = await db
    .insertInto("jobs")
    .values(
      inOrder.map(({ name, intervalSeconds }) => ({
        name,
        due_at: sql<Date>`now() + make_interval(secs => ${intervalSeconds})`,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .column("name")
        .doUpdateSet(({ ref }) => ({ due_at: ref("excluded.due_at") }))
        .where("jobs.due_at", "<=", sql<Date>`now()`),
    )
    .returning("name")
    .execute();
  return rows.map(({ name }) => name);
}

/** The milliseconds until the first of these jobs is due, or null if none has ever run. */
export async function findMsUntilDue(db: Db, names: readonly string[]): Promise<number | null> {
  const { ms } = await db
    .selectFrom("jobs")
    .select(
      sql<number | null>`ceil(extract(epoch from min(due_at) - clock_timestamp()) * 1000)::integer`.as("ms"),
    )
    .where("name", "in", names)
    .executeTakeFirstOrThrow();
  return ms;
}
