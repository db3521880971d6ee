// A family in which nobody can be reached is warned before it needs help.
import { beforeEach, describe, expect, test, vi } from "vitest";
import { dayMs, hourMs, minuteMs } from "#contract/durations.ts";
import { deletePushSubscription, listPushSubscriptions } from "#contract/messages.ts";
import {
  answerTest,
  getReachability,
  listMemberContactMethods,
  sendOwnTest,
  sendTest,
} from "#contract/reachability.ts";
import { runDue } from "#server/platform/jobs/queue.ts";
import { SendError } from "#server/platform/messages/send-error.ts";
import { addEmail, subscribeToPush } from "#tests/support/channels.ts";
import { Client } from "#tests/support/client.ts";
import { checkReachability } from "#tests/support/due-work.ts";
import { type Person, reyesFamily, signUp, staySignedIn } from "#tests/support/people.ts";
import { refuse, testTokenIn, textTo } from "#tests/support/reachability.ts";
import { spyOnReads } from "#tests/support/reads.ts";
import { startServer, useServer } from "#tests/support/server.ts";
import { familyChecks } from "./warnings.ts";

const server = useServer();
beforeEach(async () => {
  await checkReachability(server().world);
  server().mailbox.length = 0;
});

async function pass(milliseconds: number) {
  server().clock.advance(milliseconds);
  await checkReachability(server().world);
}

const refuseTexts = (person: Person) => refuse(server(), person, "sms");
const stateFor = async ({ client }: Person) => (await client.call(getReachability)).state;
const warnings = ({ id }: Person) =>
  server()
    .mailbox.filter(({ to, subject }) => to.startsWith(`person-${id}@`) && !subject.startsWith("Porchlight:"))
    .map(({ subject }) => subject);

/** Anna's and Ben's texts are refused, and an e-mail reaches Anna. */
async function familyByEmail() {
  const family = await reyesFamily(server());
  await addEmail(server(), family.anna);
  await refuseTexts(family.anna);
  await refuseTexts(family.ben);
  return family;
}

describe("a family", () => {
  test("is reachable, depends on one person, or reaches nobody; its senior sees the same", async () => {
    const { anna, ben, rose } = await reyesFamily(server());
    expect(await stateFor(rose)).toBe("reachable");
    await refuseTexts(ben);
    expect(await stateFor(rose)).toBe("one-person");
    await refuseTexts(anna);
    expect([await stateFor(rose), await stateFor(ben), await stateFor(anna)]).toEqual(
      Array(3).fill("nobody"),
    );
    await addEmail(server(), ben);
    expect(await stateFor(rose)).toBe("one-person");
  });

  test("in which only a senior can be reached counts as unreachable", async () => {
    const rose = await signUp(server(), { name: "Rose", role: "grandparent" });
    expect(await stateFor(rose)).toBe("nobody");
  });

  test("loses its last contact method with the last device that is turned off", async () => {
    const { anna, ben } = await reyesFamily(server());
    for (const person of [anna, ben]) await refuseTexts(person);
    await subscribeToPush(anna);
    expect(await stateFor(anna)).toBe("one-person");
    const [device] = await anna.client.call(listPushSubscriptions);
    await anna.client.call(deletePushSubscription, { params: { id: device?.id ?? 0 } });
    expect(await stateFor(anna)).toBe("nobody");
  });

  test("updates its open screens in the transaction of the change", async () => {
    const { anna } = await reyesFamily(server());
    const heard: string[] = [];
    await server().database.listen(
      "live",
      (message) => void heard.push(message),
      () => {},
    );
    await refuseTexts(anna);
    const news = JSON.stringify({ familyId: anna.familyId, events: ["reachability"] });
    await expect.poll(() => heard.map((message) => JSON.stringify(JSON.parse(message)))).toContain(news);
  });
});

describe("when nobody can be reached anymore", () => {
  test("the admins get one e-mail, from one of two servers, and another one only when it happens again", async () => {
    const { anna, ben } = await familyByEmail();
    await pass(0);
    expect(warnings(anna)).toEqual([]);
    const other = await startServer({ databaseUrl: server().databaseUrl });
    const byOther = vi.spyOn(other.world.senders, "email").mockImplementation(server().world.senders.email);
    const lose = async () => {
      await refuse(server(), anna, "email", "full");
      await Promise.all([checkReachability(server().world), checkReachability(other.world)]);
      for (let time = 0; time < 5; time += 1) await pass(7 * hourMs);
    };
    await lose();
    const subject = "Our messages aren't reaching anyone in The Reyes family";
    expect(warnings(anna)).toEqual([subject]);
    await addEmail(server(), anna, `person-${anna.id}@example.org`);
    await pass(0);
    expect(await stateFor(ben)).toBe("one-person");
    await lose();
    expect(warnings(anna)).toEqual([subject, subject]);
    byOther.mockRestore();
    await other.stop();
  });

  test("a warning that was not accepted is retried, and no longer sent once all is well", async () => {
    const { anna, ben } = await familyByEmail();
    await pass(0);
    const email = vi.spyOn(server().world.senders, "email");
    const isDown = { value: true };
    email.mockImplementation(async (message) => {
      if (isDown.value) throw new SendError("transient", "down");
      server().mailbox.push(message);
    });
    await refuse(server(), anna, "email", "full");
    await pass(0);
    await pass(minuteMs);
    isDown.value = false;
    expect(warnings(anna)).toEqual([]);
    await pass(0.1 * hourMs);
    expect(warnings(anna)).toHaveLength(1);
    isDown.value = true;
    await subscribeToPush(ben);
    await pass(0);
    const [device] = await ben.client.call(listPushSubscriptions);
    await ben.client.call(deletePushSubscription, { params: { id: device?.id ?? 0 } });
    await pass(0);
    await subscribeToPush(ben);
    await pass(0);
    isDown.value = false;
    await pass(hourMs);
    expect(warnings(anna)).toHaveLength(1);
    email.mockRestore();
  });

  test("two weeks of unanswered tests have a warning of their own, and one answer ends it", async () => {
    const { anna, ben, rose } = await reyesFamily(server());
    await staySignedIn(server());
    for (const person of [anna, ben]) await refuseTexts(person);
    await addEmail(server(), anna);
    for (let quarter = 0; quarter < 4 * 23 && (await stateFor(rose)) !== "unproven"; quarter += 1)
      await pass(6 * hourMs);
    const { unansweredSince } =
      (await anna.client.call(listMemberContactMethods))[0]?.contactMethods.find(
        ({ channel }) => channel === "email",
      ) ?? {};
    expect(server().clock.now().getTime() - Date.parse(unansweredSince ?? "")).toBeGreaterThanOrEqual(
      14 * dayMs,
    );
    await pass(0);
    expect(warnings(anna)).toEqual(["Nobody in The Reyes family has answered our tests for two weeks"]);
    const test = server().mailbox.findLast(
      ({ to, subject }) => to.startsWith(`person-${anna.id}@`) && subject.startsWith("Porchlight:"),
    );
    const token = testTokenIn(test?.text);
    await new Client(server().url).call(answerTest, { params: { token } });
    expect(await stateFor(rose)).toBe("one-person");
  });
});

describe("a test that somebody asks for", () => {
  test("goes out on every channel, even on one that was refused, and is answered on any of them", async () => {
    const { anna, ben } = await familyByEmail();
    await addEmail(server(), ben);
    const { sentBy } = await anna.client.call(sendTest, { params: { id: ben.id } });
    expect(sentBy).toEqual(["sms", "email"]);
    const token = testTokenIn(textTo(server(), ben));
    await new Client(server().url).call(answerTest, { params: { token } });
    const members = await anna.client.call(listMemberContactMethods);
    const now = server().clock.now().toISOString();
    expect(members.find(({ id }) => id === ben.id)).toMatchObject({
      name: "Ben",
      contactMethods: [
        { channel: "sms", provenAt: now, refusal: null },
        { channel: "email", provenAt: null, testedAt: now },
      ],
    });
  });

  test("can be one's own, on one channel alone", async () => {
    const { ben } = await familyByEmail();
    await addEmail(server(), ben);
    const texts = () => server().outbox.filter(({ to }) => to === ben.phoneNumber).length;
    const before = texts();
    const { sentBy } = await ben.client.call(sendOwnTest, { body: { channel: "email" } });
    expect(sentBy).toEqual(["email"]);
    expect(texts()).toBe(before);
    const nowhere = await ben.client.ask(sendOwnTest, { body: { channel: "push" } });
    expect(nowhere).toMatchObject({ status: 409, body: { message: "No message can reach Ben yet." } });
  });

  test("is refused after five in a day", async () => {
    const { anna, ben } = await reyesFamily(server());
    const statuses: number[] = [];
    const ask = async () =>
      statuses.push((await anna.client.ask(sendTest, { params: { id: ben.id } })).status);
    for (let time = 0; time < 6; time += 1) await ask();
    server().clock.advance(dayMs);
    await ask();
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 200]);
  });
});

test("thirty families whose state has not changed are checked together, and next at different times", async () => {
  const families = await Promise.all(Array.from({ length: 30 }, () => signUp(server())));
  await checkReachability(server().world);
  server().clock.advance(6 * hourMs);
  const now = server().clock.now().getTime();
  const { database } = server();
  const [transactions, reads] = [vi.spyOn(database.kysely, "transaction"), spyOnReads(server())];
  await runDue(server().world, familyChecks);
  const counts = [transactions, reads].map(({ mock }) => mock.calls.length);
  for (const spy of [transactions, reads]) spy.mockRestore();
  const rows = await database.kysely
    .selectFrom("family_reachability")
    .select(["family_id", "check_at"])
    .execute();
  expect(counts).toEqual([0, Math.ceil(rows.length / 50)]);
  const waits = rows.map(({ check_at }) => check_at.getTime() - now);
  expect(Math.min(...waits)).toBeGreaterThan(5 * hourMs);
  expect(Math.max(...waits)).toBeLessThanOrEqual(6 * hourMs);
  expect(new Set(waits).size).toBeGreaterThan(families.length / 2);
});
