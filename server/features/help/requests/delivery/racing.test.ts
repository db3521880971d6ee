import { afterAll, beforeAll, expect, test } from "vitest";
import { minuteMs } from "#contract/durations.ts";
import { acknowledgeHelpRequest, askForHelp } from "#contract/help/requests.ts";
import { PushPayload } from "#contract/push-payload.ts";
import { startWorkers } from "#server/platform/jobs/worker.ts";
import { systemClock } from "#server/platform/world.ts";
import { queues } from "#server/schedule.ts";
import { subscribeToPush } from "#tests/support/channels.ts";
import { deliverDue } from "#tests/support/due-work.ts";
import { inLong } from "#tests/support/long-form.ts";
import { reyesFamily } from "#tests/support/people.ts";
import { startServer, type TestServer, useServer } from "#tests/support/server.ts";
import { helpMessage, wakeWorkers } from "../help-message.ts";

const server = useServer({ limits: { helpRequestsPerHour: 1_000_000 } });

let family: Awaited<ReturnType<typeof reyesFamily>>;
let other: TestServer;
beforeAll(async () => {
  family = await reyesFamily(server());
  other = await startServer({ databaseUrl: server().databaseUrl });
});
afterAll(() => other.stop());

const ask = () => family.rose.client.call(askForHelp, { body: { phraseId: 101 } });
const times = <Value>(count: number, make: () => Promise<Value>) =>
  Promise.all(Array.from({ length: count }, make));

async function endAll() {
  const { kysely } = server().database;
  const closed = { state: "RESOLVED", closed_at: server().clock.now(), next_step_at: null } as const;
  await kysely.updateTable("help_requests").set(closed).where("closed_at", "is", null).execute();
  await kysely.deleteFrom("messages").execute();
}

/** 1,000 races in the long form, 100 in the short one. */
const batches = inLong(20, 2);

test("each race to help has one winner, and nobody is asked afterwards", {
  timeout: 240_000,
}, async () => {
  const { anna, ben } = family;
  for (let chunk = 0; chunk < batches; chunk += 1) {
    const requests = await times(50, ask);
    server().clock.advance(3 * minuteMs);
    other.clock.advance(3 * minuteMs);
    const race = async ({ id }: { id: number }) => {
      const params = { id };
      const takes = [anna, ben].map(({ client }) => client.ask(acknowledgeHelpRequest, { params }));
      return (await Promise.all(takes)).filter(({ status }) => status === 200).length;
    };
    const [winners] = await Promise.all([Promise.all(requests.map(race)), deliverDue(server().world)]);
    expect(winners).toEqual(requests.map(() => 1));
    const before = server().outbox.length;
    server().clock.advance(20 * minuteMs);
    other.clock.advance(20 * minuteMs);
    await deliverDue(server().world);
    const late = server()
      .outbox.slice(before)
      .filter(({ text }) => text.includes("Reply 1"));
    expect(late).toEqual([]);
    const { kysely } = server().database;
    const waiting = kysely.selectFrom("messages").where("about", "=", "ASKED").select("id");
    expect(await waiting.where("state", "=", "WAITING").execute()).toEqual([]);
    await endAll();
  }
});

test("two servers on one database send each message once", async () => {
  await times(40, ask);
  const sent = () => [...server().outbox, ...other.outbox].filter(({ text }) => text.includes("Reply 1"));
  const before = sent().length;
  for (const { clock } of [server(), other]) clock.advance(1.5 * minuteMs);
  await Promise.all([server(), other].flatMap(({ world }) => [deliverDue(world), deliverDue(world)]));
  const texts = sent().slice(before);
  const { kysely } = server().database;
  const rows = await kysely.selectFrom("messages").select(["id", "attempts", "state"]).execute();
  expect(rows).toHaveLength(40);
  expect(new Set(rows.map(({ attempts, state }) => `${attempts} ${state}`))).toEqual(new Set(["1 ACCEPTED"]));
  expect(texts.length).toBeGreaterThan(0);
  await endAll();
});

test("a notification wakes a server at once, and later work starts within a second of its due time", async () => {
  await subscribeToPush(family.anna);
  const stop = await startWorkers({ ...server().world, clock: systemClock }, queues);
  const { kysely } = server().database;
  const { id } = await ask();
  await expect.poll(() => server().pushed.length, { timeout: 5_000, interval: 5 }).toBe(1);
  const delays: number[] = [];
  // One stall of the machine delays one step.
  for (let round = 1; round <= 3 && !delays.some((delay) => delay < 1_000); round++) {
    const due = new Date(Date.now() + 1_500);
    await kysely
      .updateTable("help_requests")
      .set({ plan_began_at: due, next_step: 0, next_step_at: due })
      .where("id", "=", id)
      .execute();
    await kysely.deleteFrom("messages").execute();
    await wakeWorkers(kysely);
    await expect.poll(() => server().pushed.length, { timeout: 10_000, interval: 5 }).toBe(1 + round);
    delays.push(Date.now() - due.getTime());
  }
  expect(Math.min(...delays)).toBeGreaterThanOrEqual(0);
  expect(Math.min(...delays)).toBeLessThan(1_000);
  await stop();
  await endAll();
});

test("a message that was claimed before an acknowledgement is sent, and its recipient also gets the one about the acknowledgement", async () => {
  const { anna, ben } = family;
  await subscribeToPush(anna);
  await server().database.kysely.deleteFrom("messages").execute();
  const { id } = await ask();
  const { database, ...others } = server().world;
  // The first answer with this message is that of the claim.
  const kysely = database.kysely.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (result.rows.some(({ kind, subject_id }) => kind === helpMessage.name && subject_id === id))
        await acknowledgeOnce();
      return result;
    },
  });
  let isAcknowledged = false;
  async function acknowledgeOnce() {
    if (isAcknowledged) return;
    isAcknowledged = true;
    await ben.client.call(acknowledgeHelpRequest, { params: { id } });
  }
  server().pushed.length = 0;
  await deliverDue({ ...others, database: { ...database, kysely } });
  await deliverDue(server().world);
  const titles = server().pushed.map(({ payload }) => PushPayload.parse(JSON.parse(payload)).title);
  expect(titles.sort()).toEqual(["Ben will help Rose", "Rose needs help"]);
  await endAll();
});
