// A family moves to another cell, which fails once, and back. Its devices follow.
import { leaveFamily } from "#contract/families.ts";
import { familyMoves, moveFamily } from "#server/features/cells/moves/departures.ts";
import { deleteAbandonedMedia } from "#server/features/cells/moves/media.ts";
import { familyQuestion } from "#server/features/cells/moves/questions.ts";
import { linkForDevice } from "#server/features/cells/new-address.ts";
import { insertMembership } from "#server/features/families/queries.ts";
import { runDue } from "#server/platform/jobs/queue.ts";
import { fingerprint } from "#server/platform/secrets.ts";
import { startCell } from "#tests/support/cells.ts";
import { join, signUp } from "#tests/support/people.ts";
import { sendFace } from "#tests/support/photos.ts";
import type { Family } from "#tests/support/sample-call.ts";
import type { TestServer } from "#tests/support/server.ts";
import { otherCellUrl } from "./other-cell.ts";

/** Its answer gets lost when the first family arrives, after the rehearsal. */
async function startOtherCell({ databaseUrl, clock }: TestServer): Promise<TestServer> {
  let families = 0;
  const cell = await startCell({
    databaseUrl: otherCellUrl(databaseUrl),
    env: { CELL_NUMBER: "200" },
    prepare(app) {
      app.addHook("onSend", async ({ url, raw }) => {
        if (url !== familyQuestion.path) return;
        families += 1;
        if (families === 2) raw.socket.destroy();
      });
    },
  });
  cell.clock.advance(clock.now().getTime() - cell.clock.now().getTime());
  return cell;
}

/** Somebody who had left another family. */
async function addFormerMember(server: TestServer, { anna }: Family): Promise<void> {
  const nick = await join(server, await signUp(server), "child", "Nick");
  await nick.client.call(leaveFamily, { query: {} });
  const membership = { family_id: anna.familyId, person_id: nick.id, role: "child" } as const;
  await insertMembership(server.database.kysely, { ...membership, joined_at: server.clock.now() });
}

export async function movedFamily(server: TestServer, family: Family): Promise<void> {
  const { anna, rose } = family;
  const { familyId } = anna;
  await addFormerMember(server, family);
  await sendFace(rose.client);
  const other = await startOtherCell(server);
  await moveFamily(server.world, { familyId, origin: other.url });
  await runDue(server.world, familyMoves);
  await moveFamily(other.world, { familyId, origin: server.world.config.publicUrl });
  await other.stop();
  await linkForDevice(server.world, fingerprint(anna.client.token ?? ""));
  await deleteAbandonedMedia(server.world);
}
