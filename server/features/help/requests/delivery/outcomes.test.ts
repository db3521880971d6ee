import { sql } from "kysely";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { dayMs, hourMs, minuteMs } from "#contract/durations.ts";
import { changeEscalationPlan, type EscalationStep, restoreEscalationPlan } from "#contract/help/plan.ts";
import { askForHelp, makeUrgent } from "#contract/help/requests.ts";
import { pauseAfter, retries } from "#server/platform/jobs/due-rows.ts";
import { SendError } from "#server/platform/messages/send-error.ts";
import { nextAttempt } from "#server/platform/messages/settlement.ts";
import { subscribeToPush } from "#tests/support/channels.ts";
import { deliverDue } from "#tests/support/due-work.ts";
import { useHelpFamily } from "#tests/support/help-family.ts";
import { signUp } from "#tests/support/people.ts";
import { useServer } from "#tests/support/server.ts";

const server = useServer();

const { family, ask, show, pass } = useHelpFamily(server, { emails: ["anna"], pushes: ["anna"] });
beforeEach(() => vi.restoreAllMocks());

const refuse = (channel: "sms" | "email" | "push", kind: SendError["kind"]) =>
  vi.spyOn(server().world.senders, channel).mockRejectedValue(new SendError(kind, "It did not leave"));

describe("a message that cannot be sent", () => {
  test("goes over the next channel at once if an address is refused", async () => {
    refuse("push", "permanent");
    await ask();
    await pass(0);
    await pass(0);
    expect(server().outbox).toHaveLength(1);
    expect(server().outbox[0]?.to).toBe(family().anna.phoneNumber);
  });

  test("goes by e-mail if text is refused as well", async () => {
    await subscribeToPush(family().anna);
    refuse("push", "permanent");
    refuse("sms", "permanent");
    await ask();
    for (let round = 0; round < 3; round += 1) await pass(0);
    expect(server().mailbox).toHaveLength(1);
  });

  test.each(["transient", "unknown"] as const)(
    "by text whose failure is %s is retried after about 5, 15 and 45 seconds, word for word",
    async (kind) => {
      await ask();
      await pass(0);
      const sms = refuse("sms", kind);
      await pass(minuteMs);
      expect(sms).toHaveBeenCalledTimes(1);
      await pass(3_900);
      expect(sms).toHaveBeenCalledTimes(1);
      await pass(2_100);
      expect(sms).toHaveBeenCalledTimes(2);
      await pass(18_000);
      expect(sms).toHaveBeenCalledTimes(3);
      const texts = vi.mocked(server().world.senders.sms).mock.calls.map(([message]) => message.text);
      expect(new Set(texts).size).toBe(1);
      expect(texts[0]).toMatch(/\(#\w+\)$/);
      sms.mockRestore();
      await pass(54_000);
      expect(server().outbox).toHaveLength(1);
      expect(server().outbox[0]?.text).toBe(texts[0]);
    },
  );

  test("is sent by another server after 30 seconds if the first one dies", async () => {
    await ask();
    await pass(0);
    server().clock.advance(minuteMs);
    const never = Promise.withResolvers<{ id: string }>();
    vi.spyOn(server().world.senders, "sms").mockReturnValueOnce(never.promise);
    void deliverDue(server().world);
    await expect.poll(() => vi.mocked(server().world.senders.sms).mock.calls.length).toBe(1);
    await pass(29_000);
    expect(server().outbox).toHaveLength(0);
    await pass(1_000);
    expect(server().outbox).toHaveLength(1);
    never.resolve({ id: "SM0" });
  });
});

describe("a push that is refused in quiet hours", () => {
  const setZone = (zone: string) =>
    sql`update families set time_zone = ${zone}`.execute(server().database.kysely);
  beforeEach(async () => {
    const { client } = family().anna;
    await subscribeToPush(family().anna);
    refuse("push", "permanent");
    const steps = [{ after: 0, target: "everyone" as const, channels: ["push" as const] }];
    const quietHours = { from: "00:00", until: "23:59" };
    await client.call(changeEscalationPlan, { body: { steps, firstContactId: null, quietHours } });
    return async () => {
      await client.call(restoreEscalationPlan);
      await subscribeToPush(family().anna);
    };
  });

  test("becomes a text when they end", async () => {
    await ask();
    await pass(hourMs);
    expect(server().outbox).toEqual([]);
    await pass(dayMs);
    expect(server().outbox).toHaveLength(1);
  });

  test("becomes a text at once if the request is urgent", async () => {
    const id = await ask();
    await family().rose.client.call(makeUrgent, { params: { id } });
    await pass(0);
    expect(server().outbox).toHaveLength(1);
  });

  test("becomes a text at once if PostgreSQL doesn't know the family's time zone", async () => {
    await setZone("US/Pacific-New");
    await ask();
    await pass(0);
    expect(server().outbox).toHaveLength(1);
    await setZone("America/New_York");
  });
});

test("is sent after 30 seconds if the database goes away in the meantime", async () => {
  const { log, database } = server().world;
  const { kysely } = database;
  const gone = () => Promise.reject(new Error("Connection terminated unexpectedly"));
  const logged = vi.spyOn(log, "error");
  await ask();
  await pass(0);
  server().clock.advance(minuteMs);
  await sql`create function fail() returns trigger language plpgsql as 'begin raise ''out of order''; end'`.execute(
    kysely,
  );
  await sql`create trigger fail before update on messages for each row when (new.state = 'ACCEPTED')
    execute function fail()`.execute(kysely);
  const executor = kysely.getExecutor();
  const execute = executor.executeQuery.bind(executor);
  let claims = 0;
  const queries = vi.spyOn(executor, "executeQuery").mockImplementation(async (query, ...rest) => {
    const isClaim = query.sql.includes('update "messages"') && query.sql.includes("skip locked");
    if (!isClaim || ++claims === 1) return execute(query, ...rest);
    // One message is sent, and storing its result fails, before the next ones are claimed.
    await expect.poll(() => logged.mock.calls.length, { timeout: 10_000 }).toBe(1);
    return gone();
  });
  await expect(deliverDue(server().world)).rejects.toThrow("terminated");
  queries.mockRestore();
  await sql`drop function fail cascade`.execute(kysely);
  logged.mockRestore();
  await pass(30_000);
  expect(server().outbox).toHaveLength(2);
});

describe("nobody can be reached", () => {
  test("is said plainly when everybody was asked in vain", async () => {
    await server().database.kysely.deleteFrom("push_subscriptions").execute();
    refuse("sms", "permanent");
    refuse("email", "permanent");
    const id = await ask();
    await pass(0);
    await pass(minuteMs);
    await pass(0);
    expect((await show(id)).state).toBe("ACCEPTED");
    await pass(2 * minuteMs);
    await pass(0);
    expect((await show(id)).state).toBe("UNREACHABLE");
  });

  test("is said at the end of the plan when no message was seen", async () => {
    const id = await ask();
    for (let minutes = 0; minutes < 160; minutes += 5) await pass(5 * minuteMs);
    expect((await show(id)).state).toBe("UNREACHABLE");
  });

  test.each<[string, EscalationStep[]]>([
    ["only alerts devices", [{ after: 0, target: "everyone", channels: ["push"] }]],
    ["only asks the first contact", [{ after: 0, target: "first-contact", channels: ["sms", "email"] }]],
  ])("is said at the end of a plan that %s", async (_, steps) => {
    const { client } = family().anna;
    await client.call(changeEscalationPlan, { body: { steps, firstContactId: null, quietHours: null } });
    const id = await ask();
    for (let minutes = 0; minutes < 20; minutes += 1) await pass(minuteMs);
    expect((await show(id)).state).toBe("UNREACHABLE");
    await client.call(restoreEscalationPlan);
  });

  test("somebody who joins later is asked by the rest of the plan", async () => {
    const rose = await signUp(server(), { name: "Rose", role: "grandparent" });
    await rose.client.call(askForHelp, { body: { phraseId: 101 } });
    await pass(5 * minuteMs);
    expect(server().outbox.filter(({ text }) => text.startsWith("Rose needs help"))).toHaveLength(0);
  });
});

describe("the pauses between retries", () => {
  test("grow from 5 seconds to 15 minutes, with 20% jitter, for a day", () => {
    const exact = [1, 2, 3, 4, 5, 6, 7, 50].map((attempts) => pauseAfter(attempts, retries, () => 0.5));
    expect(exact).toEqual([5, 15, 45, 120, 300, 900, 900, 900].map((seconds) => seconds * 1_000));
    expect([0, 1].map((random) => pauseAfter(1, retries, () => random))).toEqual([4_000, 6_000]);
    const now = new Date();
    const created = (age: number) => ({ attempts: 90, created_at: new Date(now.getTime() - age) });
    expect(nextAttempt(created(dayMs - 10 * minuteMs), now)).toBeUndefined();
    expect(nextAttempt(created(dayMs - 20 * minuteMs), now)).toBeInstanceOf(Date);
  });
});
