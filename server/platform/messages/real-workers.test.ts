// Messages leave by themselves, without a test that runs what is due.
import { expect, onTestFinished, test, vi } from "vitest";
import { hourMs } from "#contract/durations.ts";
import { startWorkers } from "#server/platform/jobs/worker.ts";
import { systemClock } from "#server/platform/world.ts";
import { queues } from "#server/schedule.ts";
import { type Person, signUp } from "#tests/support/people.ts";
import { startServer, type TestServer, useServer } from "#tests/support/server.ts";
import { type MessageContent, type MessageKind, registerKinds } from "./message-kind.ts";
import { enqueue } from "./outbox.ts";
import { SendError } from "./send-error.ts";

const server = useServer();

const content: MessageContent = {
  title: "Soup",
  text: "The soup is ready.",
  path: "/",
  push: { kind: "help", tag: "soup", ttlSeconds: 3600, urgency: "normal" },
};

const parcelsOf: MessageKind["prepare"] = async (_, messages) => ({
  parcels: messages.map((message) => ({ messages: [message], content: () => content })),
});

async function runWorkers({ world }: TestServer): Promise<void> {
  onTestFinished(await startWorkers({ ...world, clock: systemClock }, queues));
}

/** Adds a message of this kind, or makes the waiting one due. */
const add = (kind: MessageKind, { id }: Person) =>
  server()
    .database.kysely.transaction()
    .execute((trx) =>
      enqueue(trx, [{ kind, subjectId: id, personId: id, channel: "sms" }], systemClock.now()),
    );

const textsTo = ({ outbox }: TestServer, { phoneNumber }: Person) =>
  outbox.filter(({ to, text }) => to === phoneNumber && text === content.text).length;

test.each([
  { name: "urgent-soup", isUrgent: true },
  { name: "ordinary-soup", isUrgent: false },
])("after a failure that may pass, a message of the kind $name leaves within seconds", async (named) => {
  const kind = { ...named, prepare: parcelsOf };
  registerKinds([kind]);
  const anna = await signUp(server());
  const sms = vi.spyOn(server().world.senders, "sms");
  sms.mockRejectedValueOnce(new SendError("transient", "The provider is busy"));
  onTestFinished(() => sms.mockRestore());
  await runWorkers(server());
  await add(kind, anna);
  await expect.poll(() => textsTo(server(), anna), { timeout: 12_000 }).toBe(1);
  expect(sms).toHaveBeenCalledTimes(2);
});

test("a message that was postponed belongs to no server: when it becomes due sooner, it leaves at once", async () => {
  const anna = await signUp(server());
  let isPostponed = false;
  const kind: MessageKind = {
    name: "later-soup",
    isUrgent: false,
    async prepare(world, messages) {
      if (isPostponed) return parcelsOf(world, messages);
      isPostponed = true;
      const until = new Date(systemClock.now().getTime() + hourMs);
      return { parcels: [], postponed: messages.map((message) => ({ message, until })) };
    },
  };
  registerKinds([kind]);
  const other = await startServer({ databaseUrl: server().databaseUrl });
  onTestFinished(() => other.stop());
  await runWorkers(server());
  await runWorkers(other);
  await add(kind, anna);
  const waiting = () =>
    server()
      .database.kysely.selectFrom("messages")
      .select(["attempts", "lease_until"])
      .where("kind", "=", kind.name)
      .where("due_at", ">", new Date(systemClock.now().getTime() + hourMs / 2))
      .executeTakeFirst();
  await expect.poll(waiting).toEqual({ attempts: 0, lease_until: null });
  await add(kind, anna);
  await expect.poll(() => textsTo(server(), anna) + textsTo(other, anna), { timeout: 5_000 }).toBe(1);
});
