// The only file that claims rows with a due time.
import { type RawBuilder, sql } from "kysely";
import type { Db, Row, Schema } from "#server/platform/db/schema.ts";

/** After this time, other servers may claim the rows that a server had claimed when it died. */
export const leaseMs = 30_000;

/** A table with due rows, its key, and the column with the due time. */
export interface DueRows<Table extends keyof Schema> {
  readonly table: Table;
  readonly keys: readonly (keyof Row<Table> & string)[];
  readonly due: keyof Row<Table> & string;
  /** A column that says until when a row is claimed, for tables where that matters. */
  readonly lease?: keyof Row<Table> & string;
  /** A column that counts how often a row was claimed. */
  readonly attempts?: keyof Row<Table> & string;
  /** A condition for rows that can become due at all. The index of the due times has the same condition. */
  readonly where?: RawBuilder<unknown>;
  readonly order?: RawBuilder<unknown>;
  /**
   * A column whose values divide the rows into lanes. Each is searched separately, so that a claim does not read
   * through the due rows of a lane that is full.
   */
  readonly lanes?: { readonly column: keyof Row<Table> & string; readonly names: readonly string[] };
}

interface Claim {
  readonly now: Date;
  /** The number of rows, in each lane where there are lanes. */
  readonly limit: number;
  /** A condition that limits the claim to some of the rows. */
  readonly among?: RawBuilder<unknown> | undefined;
  /** The lanes that have room. All lanes, if it is left out. */
  readonly lanes?: readonly string[];
}

const and = (condition: RawBuilder<unknown> | undefined) => (condition ? sql`and ${condition}` : sql``);

/** The rows that this query finds, in each of these lanes. */
const inLanes = (
  column: string,
  names: readonly string[],
  query: (condition: RawBuilder<unknown>) => RawBuilder<unknown>,
) =>
  sql`select found.* from unnest(${names}::text[]) as lane (name)
    cross join lateral (${query(sql`and ${sql.ref(column)} = lane.name`)}) as found`;

/**
 * Claims rows that are due, each for one server. A claimed row becomes due again at the end of its lease. The
 * server that finishes it sets another time, unless the row's time is no longer that of this claim.
 */
export async function claimDue<Table extends keyof Schema>(
  db: Db,
  { table, keys, due, lease, attempts, where, order, lanes }: DueRows<Table>,
  claim: Claim,
): Promise<Row<Table>[]> {
  const key = sql.join(keys.map((name) => sql.ref(name)));
  const leaseEnd = new Date(claim.now.getTime() + leaseMs);
  const dueRows = (inLane = sql``) => sql`select ${key} from ${sql.table(table)}
      where ${sql.ref(due)} <= ${claim.now} ${and(where)} ${and(claim.among)} ${inLane}
      order by ${order ?? sql.ref(due)} limit ${claim.limit} for no key update skip locked`;
  const { rows } = await sql<Row<Table>>`
    with due as materialized (
      ${lanes ? inLanes(lanes.column, claim.lanes ?? lanes.names, dueRows) : dueRows()}
    )
    update ${sql.table(table)}
    set ${sql.ref(due)} = ${leaseEnd}
      ${lease ? sql`, ${sql.ref(lease)} = ${leaseEnd}` : sql``}
      ${attempts ? sql`, ${sql.ref(attempts)} = ${sql.ref(attempts)} + 1` : sql``}
    where (${key}) in (select ${key} from due)
    returning *`.execute(db);
  return rows;
}

/** The earliest time at which one of these rows is due. */
export async function nextDue<Table extends keyof Schema>(
  db: Db,
  { table, due, where, lanes }: DueRows<Table>,
): Promise<Date | null> {
  const first = (
    inLane = sql``,
  ) => sql`select greatest(${sql.ref(due)}, 'epoch') as at from ${sql.table(table)}
    where ${sql.ref(due)} is not null ${and(where)} ${inLane} order by ${sql.ref(due)} limit 1`;
  const { rows } = await sql<{ at: Date | null }>`
    select min(at) as at from (${lanes ? inLanes(lanes.column, lanes.names, first) : first()}) as next`.execute(
    db,
  );
  return rows[0]?.at ?? null;
}

/** The pauses after each failed attempt. The last pause repeats. */
export interface Backoff {
  readonly seconds: readonly number[];
  /** The part of a pause by which it may be shorter or longer, so that what failed together is not retried together. */
  readonly jitter: number;
}

/** The pause of everything that is retried because somebody waits for it. */
export const retries: Backoff = { seconds: [5, 15, 45, 2 * 60, 5 * 60, 15 * 60], jitter: 0.2 };

/** The milliseconds until the next attempt. */
export function pauseAfter(
  attempts: number,
  { seconds, jitter }: Backoff = retries,
  random = Math.random,
): number {
  const base = seconds[Math.min(attempts, seconds.length) - 1] ?? 0;
  return Math.round(base * 1000 * (1 + jitter * (2 * random() - 1)));
}
