import { type Expression, sql } from "kysely";

/** Formats a time for the contract, as JavaScript's toISOString does. It is null where the time is. */
export const toInstant = <Time extends Date | null>(time: Expression<Time>) =>
  sql<string | Extract<Time, null>>`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
