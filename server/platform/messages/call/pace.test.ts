// A provider takes a few calls in a second, and the others wait for their turn.
import { afterEach, expect, test } from "vitest";
import { startWorkers } from "#server/platform/jobs/worker.ts";
import { systemClock } from "#server/platform/world.ts";
import { queues } from "#server/schedule.ts";
import { inLong } from "#tests/support/long-form.ts";
import { signUp } from "#tests/support/people.ts";
import { twilioCallsEnv } from "#tests/support/phone.ts";
import { useServer } from "#tests/support/server.ts";
import { type MessageKind, registerKinds } from "../message-kind.ts";
import { enqueue } from "../outbox.ts";

const callsPerSecond = 20;
const server = useServer({ env: twilioCallsEnv, limits: { callsPerSecond } });

const calls = inLong(1_000, 50);

const kindOf = (name: string, isUrgent: boolean): MessageKind => ({
  name,
  isUrgent,
  isSpoken: () => true,
  prepare: async (_, messages) => ({
    parcels: messages.map((message) => ({
      messages: [message],
      content: () => ({ title: name, text: name, path: "/" }),
    })),
  }),
});
const kinds = { urgent: kindOf("urgent-call", true), ordinary: kindOf("ordinary-call", false) };

let stop: (() => Promise<void>) | undefined;
afterEach(() => stop?.());

test(`${calls} calls that are due after an outage leave by their urgency, no faster than the provider takes them`, async () => {
  registerKinds(Object.values(kinds));
  const { world, database } = server();
  const { id: personId } = await signUp(server());
  const now = systemClock.now();
  const due = (kind: MessageKind, minutesAgo: number, subjectId: number) => ({
    kind,
    personId,
    subjectId,
    channel: "call" as const,
    dueAt: new Date(now.getTime() - minutesAgo * 60_000),
  });
  const waiting = Array.from({ length: calls }, (_, place) => due(kinds.urgent, 1, place));
  await database.kysely
    .transaction()
    .execute((trx) =>
      enqueue(trx, [due(kinds.ordinary, 30, 0), due(kinds.ordinary, 30, 1), ...waiting], now),
    );
  const left: number[] = [];
  const { call } = world.senders;
  world.senders.call = async (placed) => {
    left.push(performance.now());
    return await call(placed);
  };
  const startedAt = performance.now();
  stop = await startWorkers({ ...world, clock: systemClock }, queues);
  await expect.poll(() => left.length, { timeout: calls * 200, interval: 50 }).toBe(calls + 2);
  const accepted = database.kysely
    .selectFrom("messages")
    .select(["kind", "provider_id"])
    .where("state", "=", "ACCEPTED");
  // The last answers are stored a moment after they come.
  await expect.poll(() => accepted.execute()).toHaveLength(calls + 2);
  const sent = await accepted.execute();
  const orderOf = (kind: string) =>
    sent.filter((each) => each.kind === kind).map(({ provider_id }) => Number(provider_id?.slice(2)));
  // One that began before the urgent ones were claimed may finish.
  expect(Math.max(...orderOf(kinds.ordinary.name))).toBe(calls + 2);
  expect(orderOf(kinds.ordinary.name).filter((place) => place <= calls).length).toBeLessThanOrEqual(1);
  for (const at of left)
    expect(left.filter((other) => other >= at && other < at + 1_000).length).toBeLessThanOrEqual(
      callsPerSecond + 2,
    );
  expect(performance.now() - startedAt).toBeGreaterThan(((calls - 1) / callsPerSecond) * 1_000);
});
