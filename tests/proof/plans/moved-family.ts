// A family moves to another cell and back, and its devices follow.

import { moveFamily } from "#server/features/cells/moves/departures.ts";
import { deleteAbandonedMedia } from "#server/features/cells/moves/media.ts";
import { linkForDevice } from "#server/features/cells/new-address.ts";
import { migrate } from "#server/platform/db/migrate.ts";
import { fingerprint } from "#server/platform/secrets.ts";
import { startCell } from "#tests/support/cells.ts";
import { onServer } from "#tests/support/database.ts";
import { sendFace } from "#tests/support/photos.ts";
import type { Family } from "#tests/support/sample-call.ts";
import type { TestServer } from "#tests/support/server.ts";

/** The other cell has a database of its own beside that of the server. */
async function startOtherCell({ databaseUrl }: TestServer): Promise<TestServer> {
  await onServer(databaseUrl, "drop database if exists other_cell");
  await onServer(databaseUrl, "create database other_cell");
  const url = new URL(databaseUrl.replace("postgresql:", "http:").replace("@/", "@host/"));
  const other = databaseUrl.replace(url.pathname, "/other_cell");
  await migrate(other);
  return await startCell({ databaseUrl: other, env: { CELL_NUMBER: "200" } });
}

export async function movedFamily(server: TestServer, { anna, rose }: Family): Promise<void> {
  const { familyId } = anna;
  await sendFace(rose.client);
  const other = await startOtherCell(server);
  await moveFamily(server.world, { familyId, origin: other.url });
  await moveFamily(other.world, { familyId, origin: server.url });
  await other.stop();
  await linkForDevice(server.world, fingerprint(anna.client.token ?? ""));
  await deleteAbandonedMedia(server.world);
}
