import { setTimeout as pause } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { askForHelp } from "#contract/help/requests.ts";
import { backUpServer, keepServerKey, restoreElsewhere, temporaryFolder } from "#tests/support/backups.ts";
import { query } from "#tests/support/embedded.ts";
import { signUp } from "#tests/support/people.ts";
import { useServer } from "#tests/support/server.ts";

const server = useServer({ limits: { helpRequestsPerHour: 100_000 } });

test("a backup made while eight people write contains everything that was acknowledged before it, each once", async () => {
  const folder = await temporaryFolder();
  await keepServerKey(server(), folder);
  const acknowledged = new Set<string>();
  let isBackedUp = false;
  const write = async (writer: number) => {
    const { client } = await signUp(server(), { role: "grandparent", name: "Rose" });
    for (let count = 0; !isBackedUp; count++) {
      const wish = `Wish ${writer} ${count}`;
      const headers = { "idempotency-key": crypto.randomUUID() };
      await client.call(askForHelp, { body: { text: wish }, headers });
      acknowledged.add(wish);
      await pause(5);
    }
  };
  const writing = Promise.all(Array.from({ length: 8 }, (_, writer) => write(writer)));
  await expect.poll(() => acknowledged.size).toBeGreaterThan(40);
  const before = [...acknowledged];
  const { file } = await backUpServer(server(), folder);
  isBackedUp = true;
  await writing;
  expect(acknowledged.size).toBeGreaterThan(before.length);

  const { databaseUrl, remove } = await restoreElsewhere(file);
  onTestFinished(remove);
  const rows = await query<{ phrase: string }>(databaseUrl, "select phrase from help_requests");
  const restored = rows.map(({ phrase }) => phrase);
  expect(before.filter((wish) => !restored.includes(wish))).toEqual([]);
  expect(new Set(restored).size).toBe(restored.length);
});
