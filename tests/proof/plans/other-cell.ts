// The database of another cell, beside that of the server. It is made before statements are counted.
import { migrate } from "#server/platform/db/migrate.ts";
import { databaseUrl, onServer } from "#tests/support/database.ts";

const name = "other_cell";

export const otherCellUrl = (url: string): string => databaseUrl(url, name);

export async function makeOtherCell(url: string): Promise<void> {
  await onServer(url, `create database ${name}`);
  await migrate(otherCellUrl(url));
}
