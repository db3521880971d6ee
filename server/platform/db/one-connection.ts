import { Kysely, PostgresDialect } from "kysely";
import type { Client } from "pg";
import type { Db, Schema } from "./schema.ts";

/** Sends queries over a connection that belongs to the caller, who also begins and ends its transactions. */
export function onConnection(client: Client): Db {
  const connection = Object.assign(client, { release: () => {} });
  const pool = { connect: async () => connection, end: async () => {}, options: {} };
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
}
