import { expect, test } from "vitest";
import { dayMs } from "#contract/durations.ts";
import { askForHelp, resolveHelpRequest } from "#contract/help/requests.ts";
import { reyesFamily } from "#tests/support/people.ts";
import { useServer } from "#tests/support/server.ts";
import { deleteOldMessages, enqueue } from "./outbox.ts";

const server = useServer();

test("three months later a settled message is deleted, unless it is waiting or about an open request", async () => {
  const { database, clock, world } = server();
  const { kysely } = database;
  const { rose, anna } = await reyesFamily(server());
  const ask = async () => (await rose.client.call(askForHelp, { body: { phraseId: 101 } })).id;
  const [open, closed] = [await ask(), await ask()];
  await rose.client.call(resolveHelpRequest, { params: { id: closed } });
  const { id: personId, familyId } = anna;
  const add = async (name: string, state: "WAITING" | "ACCEPTED", subjectId?: number) => {
    const message = { kind: { name, isUrgent: subjectId !== undefined }, personId, familyId, subjectId };
    await enqueue(kysely, [{ ...message, channel: "email" }], clock.now());
    await kysely.updateTable("messages").set({ state }).where("kind", "=", name).execute();
  };
  await add("old", "ACCEPTED");
  await add("waiting", "WAITING");
  await add("about an open request", "ACCEPTED", open);
  await add("about a closed request", "ACCEPTED", closed);
  clock.advance(91 * dayMs);
  await add("new", "ACCEPTED");
  await deleteOldMessages(world);
  const left = await kysely.selectFrom("messages").select("kind").orderBy("id").execute();
  expect(left.map(({ kind }) => kind)).toEqual(["waiting", "about an open request", "new"]);
});
