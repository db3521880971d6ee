// A family that has come from another cell: its members are told, and their devices follow.
import { enqueueMovedMessages } from "#server/features/cells/moved-kind.ts";
import { linkForDevice } from "#server/features/cells/new-address.ts";
import { fingerprint } from "#server/platform/secrets.ts";
import type { Family } from "#tests/support/sample-call.ts";
import type { TestServer } from "#tests/support/server.ts";

export async function arrivedFamily({ world, database, clock }: TestServer, { anna }: Family): Promise<void> {
  const move = { familyId: anna.familyId, from: "oak.example.org" };
  await database.kysely.transaction().execute((trx) => enqueueMovedMessages(trx, move, clock.now()));
  await linkForDevice(world, fingerprint(anna.client.token ?? ""));
}
