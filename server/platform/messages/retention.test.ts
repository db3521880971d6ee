import { expect, test } from "vitest";
import { dayMs } from "#contract/durations.ts";
import { signUp } from "#tests/support/people.ts";
import { useServer } from "#tests/support/server.ts";
import { deleteOldMessages, enqueue } from "./outbox.ts";

const server = useServer();

test("three months later a settled message is deleted, unless it is waiting or about a help request", async () => {
  const { database, clock, world } = server();
  const { kysely } = database;
  const { id: personId } = await signUp(server());
  const add = async (name: string, isUrgent: boolean, state: "WAITING" | "ACCEPTED") => {
    const kind = { name, isUrgent };
    await enqueue(kysely, [{ kind, personId, channel: "email" }], clock.now());
    await kysely.updateTable("messages").set({ state }).where("kind", "=", name).execute();
  };
  await add("old", false, "ACCEPTED");
  await add("waiting", false, "WAITING");
  await add("help", true, "ACCEPTED");
  clock.advance(93 * dayMs);
  await add("new", false, "ACCEPTED");
  await deleteOldMessages(world);
  const left = await kysely.selectFrom("messages").select("kind").orderBy("id").execute();
  expect(left.map(({ kind }) => kind)).toEqual(["waiting", "help", "new"]);
});
