import { type Expression, sql } from "kysely";

/** SQL that formats a column's time for the contract, as JavaScript's toISOString does. */
export const instant = (column: string): string =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** The same for a Kysely query. It is null where the time is. */
export const toInstant = <Time extends Date | null>(time: Expression<Time>) =>
  sql<string | Extract<Time, null>>`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
