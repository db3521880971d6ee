import type { Insertable, Kysely, Selectable } from "kysely";
import type { DB } from "./generated-schema.ts";

/** The tables and views, as the migrations make them. */
export type Schema = DB;

/** The database, or a transaction on it. */
export type Db = Kysely<Schema>;
export type Row<Table extends keyof Schema> = Selectable<Schema[Table]>;
export type NewRow<Table extends keyof Schema> = Insertable<Schema[Table]>;
