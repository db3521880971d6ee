// Deletions: an account with its family, and what a restored backup has to delete once more.
import { requestAccountDeletion } from "#contract/accounts/deletion.ts";
import { dayMs } from "#contract/durations.ts";
import { loveHello } from "#contract/hellos.ts";
import { planAccountDeletionAgain, planFamilyDeletionAgain } from "#server/features/personal-data/queries.ts";
import { runDue } from "#server/platform/jobs/queue.ts";
import { queues } from "#server/schedule.ts";
import { shownHello } from "#tests/support/hellos.ts";
import { invite, join, reyesFamily, signUp } from "#tests/support/people.ts";
import type { TestServer } from "#tests/support/server.ts";

/** Deletes an account with a family in which the person was alone, and one that has invited somebody and loved something. */
async function deleteAccounts(server: TestServer): Promise<void> {
  const { client } = await signUp(server);
  await client.call(requestAccountDeletion);
  const { anna } = await reyesFamily(server);
  const other = await join(server, anna, "admin", "Cora");
  await invite(other, "child", "Lena");
  const { id } = await shownHello(anna.client);
  await other.client.call(loveHello, { params: { id }, body: { isLoved: true } });
  await other.client.call(requestAccountDeletion);
  server.clock.advance(8 * dayMs);
  for (const queue of queues)
    if (["account-deletions", "empty-families"].includes(queue.name)) await runDue(server.world, queue);
  server.clock.advance(-8 * dayMs);
}

/** A backup has an account and a family that were deleted after it was made. */
async function deleteAgain(server: TestServer): Promise<void> {
  const { kysely } = server.database;
  const { anna, rose } = await reyesFamily(server);
  const created = async (table: "people" | "families", id: number) => {
    const row = await kysely
      .selectFrom(table)
      .select("created_at")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    return { id, createdAt: row.created_at };
  };
  await planAccountDeletionAgain(kysely, await created("people", rose.id));
  await planFamilyDeletionAgain(kysely, await created("families", anna.familyId));
}

export async function takeDeletionPaths(server: TestServer): Promise<void> {
  await deleteAccounts(server);
  await deleteAgain(server);
}
