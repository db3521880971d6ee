import { sql } from "kysely";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { minuteMs } from "#contract/durations.ts";
import {
  acknowledgeHelpRequest,
  askForHelp,
  cancelHelpRequest,
  getHelpRequest,
  makeUrgent,
  recordReceipt,
  recordReceipts,
  resolveHelpRequest,
  undoUrgency,
} from "#contract/help/requests.ts";
import { PushPayload } from "#contract/push-payload.ts";
import { subscribeToPush } from "#tests/support/channels.ts";
import { countLockWaits } from "#tests/support/database.ts";
import { deliverDue, endDueHelp } from "#tests/support/due-work.ts";
import { join, type Person, reyesFamily } from "#tests/support/people.ts";
import { useServer } from "#tests/support/server.ts";

const server = useServer();

let family: Awaited<ReturnType<typeof reyesFamily>>;
beforeAll(async () => {
  family = await reyesFamily(server());
});

/** Sends a request as Rose, and returns what each person can do with it. */
async function roseAsks() {
  const { anna, ben, rose } = family;
  const { id } = await rose.client.call(askForHelp, { body: { phraseId: 101 } });
  const params = { id };
  return {
    anna,
    ben,
    rose,
    show: ({ client }: Person) => client.call(getHelpRequest, { params }),
    record: ({ client }: Person, state: string) => client.ask(recordReceipt, { params, body: { state } }),
    take: ({ client }: Person) => client.ask(acknowledgeHelpRequest, { params }),
    finish: ({ client }: Person) => client.ask(resolveHelpRequest, { params }),
    takeBack: ({ client }: Person) => client.ask(cancelHelpRequest, { params }),
  };
}

const conflict = (message: string) => ({ status: 409, body: { code: "conflict", message } });

describe("receipts", () => {
  test("each is stored once, with its person and time", async () => {
    const { anna, ben, rose, record, show } = await roseAsks();
    server().clock.advance(1_000);
    const at = server().clock.now().toISOString();
    expect((await record(anna, "REACHED")).status).toBe(204);
    server().clock.advance(1_000);
    await record(anna, "REACHED");
    await record(ben, "REACHED");
    const { state, receipts } = await show(rose);
    expect(state).toBe("REACHED");
    expect(receipts.slice(1)).toEqual([
      { state: "REACHED", person: { id: anna.id, name: anna.name }, at },
      { state: "REACHED", person: { id: ben.id, name: "Ben" }, at: server().clock.now().toISOString() },
    ]);
  });

  test("a request that a person has seen has also reached them", async () => {
    const { anna, rose, record, show } = await roseAsks();
    await record(anna, "SEEN");
    const { state, receipts } = await show(rose);
    expect(state).toBe("SEEN");
    expect(receipts.map((receipt) => receipt.state)).toEqual(["ACCEPTED", "REACHED", "SEEN"]);
  });

  test("a receipt from another device does not set the state back", async () => {
    const { anna, ben, rose, record, show } = await roseAsks();
    await record(anna, "SEEN");
    await record(ben, "REACHED");
    expect(await show(rose)).toMatchObject({ state: "SEEN" });
  });

  test("of two that arrive together, the one that is stored first is the earlier one", async () => {
    const { anna, rose, record, show } = await roseAsks();
    const { id } = await show(rose);
    server().clock.advance(1_000);
    const sent: Promise<unknown>[] = [];
    const { kysely } = server().database;
    await kysely.transaction().execute(async (trx) => {
      await sql`select from help_requests where id = ${id} for update`.execute(trx);
      for (const state of ["REACHED", "SEEN"]) {
        sent.push(record(anna, state));
        await expect.poll(() => countLockWaits(kysely)).toBe(sent.length);
        // The second one was received before the first, and waited longer for a connection.
        server().clock.advance(-5);
      }
    });
    await Promise.all(sent);
    const { receipts } = await show(rose);
    expect(receipts.map(({ state }) => state)).toEqual(["ACCEPTED", "REACHED", "SEEN"]);
  });

  test("the same receipt twenty times at once is stored once", async () => {
    const { anna, rose, record, show } = await roseAsks();
    await Promise.all(Array.from({ length: 20 }, () => record(anna, "SEEN")));
    expect((await show(rose)).receipts).toHaveLength(3);
  });

  test("several at once are stored for each open request of somebody else, and for no other", async () => {
    const [first, second, closed] = [await roseAsks(), await roseAsks(), await roseAsks()];
    const { anna, ben, rose, show } = first;
    const own = await ben.client.call(askForHelp, { body: { phraseId: 101 } });
    await closed.takeBack(rose);
    const shown = await Promise.all([first, second, closed].map((each) => each.show(rose)));
    const ids = [...shown.map(({ id }) => id), own.id, 999_999_999];
    const helpers = [anna, ben, anna, ben];
    const answers = await Promise.all(
      helpers.map(({ client }) => client.ask(recordReceipts, { body: { ids, state: "SEEN" } })),
    );
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204, 204]);
    for (const request of [await show(rose), await second.show(rose)]) {
      expect(request.state).toBe("SEEN");
      expect(request.receipts).toHaveLength(5);
    }
    expect((await closed.show(rose)).receipts).toEqual(shown[2]?.receipts);
    const seen = await anna.client.call(getHelpRequest, { params: { id: own.id } });
    expect(new Set(seen.receipts.map(({ person }) => person?.id))).toEqual(new Set([undefined, anna.id]));
  });

  test("the person who asked cannot add receipts", async () => {
    const { rose, record } = await roseAsks();
    expect((await record(rose, "SEEN")).status).toBe(403);
  });

  test("receipts of a closed request are ignored", async () => {
    const { anna, ben, rose, record, finish, show } = await roseAsks();
    await finish(anna);
    expect((await record(ben, "SEEN")).status).toBe(204);
    expect((await show(rose)).receipts.map(({ state }) => state)).toEqual(["ACCEPTED", "RESOLVED"]);
  });
});

describe("“I'll help”", () => {
  test("the first person becomes the helper, and everybody sees who it is", async () => {
    const { ben, rose, take, show } = await roseAsks();
    expect(await take(ben)).toMatchObject({ status: 200, body: { state: "ACKNOWLEDGED" } });
    const { helper, receipts } = await show(rose);
    expect(helper).toEqual({ id: ben.id, name: "Ben", role: "child", phoneNumber: ben.phoneNumber });
    expect(receipts.at(-1)).toMatchObject({ state: "ACKNOWLEDGED", person: { id: ben.id } });
  });

  test("a second person cannot take the same request, and learns who helps", async () => {
    const { anna, ben, take } = await roseAsks();
    await take(ben);
    expect(await take(anna)).toMatchObject(conflict("Ben is already helping."));
  });

  test("the same helper gets the same answer again", async () => {
    const { ben, take } = await roseAsks();
    const { body } = await take(ben);
    expect(await take(ben)).toMatchObject({ status: 200, body });
  });

  test("a race has one winner, even while receipts arrive", async () => {
    for (let round = 0; round < 10; round++) {
      const { anna, ben, take, record } = await roseAsks();
      const [hers, his] = await Promise.all([
        take(anna),
        take(ben),
        record(anna, "SEEN"),
        record(ben, "SEEN"),
      ]);
      expect([hers.status, his.status].sort()).toEqual([200, 409]);
    }
  });

  test("nobody can take their own request", async () => {
    const { anna, ben, rose, take } = await roseAsks();
    expect((await take(rose)).status).toBe(403);
    const { id } = await anna.client.call(askForHelp, { body: { phraseId: 101 } });
    expect((await anna.client.ask(acknowledgeHelpRequest, { params: { id } })).status).toBe(403);
    expect((await ben.client.ask(acknowledgeHelpRequest, { params: { id } })).status).toBe(200);
  });

  test("a closed request cannot be taken", async () => {
    const first = await roseAsks();
    await first.takeBack(first.rose);
    expect(await first.take(first.anna)).toMatchObject(conflict("Rose does not need this anymore."));
    const second = await roseAsks();
    await second.take(second.ben);
    await second.finish(second.ben);
    expect(await second.take(second.anna)).toMatchObject(conflict("Ben has already helped."));
  });
});

describe("the end", () => {
  test.each(["anna", "ben", "rose"] as const)("%s can say that it is done, again and again", async (who) => {
    const request = await roseAsks();
    const person = request[who];
    const { status, body } = await request.finish(person);
    expect({ status, state: body.state }).toEqual({ status: 200, state: "RESOLVED" });
    expect(body.receipts.at(-1)).toMatchObject({ state: "RESOLVED", person: { id: person.id } });
    expect(await request.finish(person)).toMatchObject({ status: 200, body });
  });

  test("another grandparent cannot close it", async () => {
    const { anna, finish, takeBack } = await roseAsks();
    const walter = await join(server(), anna, "grandparent", "Walter");
    expect((await finish(walter)).status).toBe(404);
    expect((await takeBack(walter)).status).toBe(404);
  });

  test("only the person who asked can cancel it, and can repeat that", async () => {
    const { anna, rose, takeBack, finish } = await roseAsks();
    expect((await takeBack(anna)).status).toBe(403);
    const { body } = await takeBack(rose);
    expect(body.state).toBe("CANCELLED");
    expect(await takeBack(rose)).toMatchObject({ status: 200, body });
    expect(await finish(anna)).toMatchObject(conflict("Rose does not need this anymore."));
  });

  test("a request that somebody has taken cannot be canceled, and the refusal says what to do", async () => {
    const { ben, rose, take, takeBack, finish } = await roseAsks();
    await take(ben);
    expect(await takeBack(rose)).toMatchObject(conflict("Ben is already helping. Tap “I'm OK now” instead."));
    expect((await finish(rose)).status).toBe(200);
    expect(await takeBack(rose)).toMatchObject(conflict("This is already done."));
  });

  test("when it is taken and canceled at the same time, one of the two happens", async () => {
    for (let round = 0; round < 10; round++) {
      const { anna, rose, take, takeBack, show } = await roseAsks();
      const [taken, back] = await Promise.all([take(anna), takeBack(rose)]);
      expect([taken.status, back.status].sort()).toEqual([200, 409]);
      expect((await show(rose)).state).toBe(taken.status === 200 ? "ACKNOWLEDGED" : "CANCELLED");
    }
  });
});

describe("urgency", () => {
  // Requests of the tests above would also send messages.
  const server = useServer();

  let family: Awaited<ReturnType<typeof reyesFamily>>;
  beforeAll(async () => {
    family = await reyesFamily(server());
    await subscribeToPush(family.anna);
  });
  beforeEach(async () => {
    await endDueHelp(server().world);
    [server().pushed.length, server().outbox.length] = [0, 0];
  });

  async function pass(minutes: number) {
    server().clock.advance(minutes * minuteMs);
    await deliverDue(server().world);
  }

  /** The titles of the messages that were pushed to Anna's device. */
  const pushed = () => server().pushed.map(({ payload }) => PushPayload.parse(JSON.parse(payload)).title);

  test("“It's urgent” is sent again to every device that got the request", async () => {
    const { rose } = family;
    const { id } = await rose.client.call(askForHelp, { body: { phraseId: 101 } });
    await pass(2);
    expect([pushed(), server().outbox.length]).toEqual([["Rose needs help"], 1]);
    server().outbox.length = 0;
    await rose.client.call(makeUrgent, { params: { id } });
    await pass(0);
    expect(pushed()).toEqual(["Rose needs help", "URGENT: Rose needs help"]);
    expect(server().outbox.map(({ text }) => text.slice(0, 7))).toEqual(["URGENT:", "URGENT:"]);
    await rose.client.call(cancelHelpRequest, { params: { id } });
  });

  test("“Undo” of “It's urgent” tells the people who read it that it is not, and the plan goes on from there", async () => {
    const { ben, rose } = family;
    const { id } = await rose.client.call(askForHelp, { body: { phraseId: 101 } });
    const params = { id };
    await pass(0);
    await rose.client.call(makeUrgent, { params });
    await pass(0);
    server().outbox.length = 0;
    expect((await ben.client.ask(undoUrgency, { params })).status).toBe(403);
    expect(await rose.client.call(undoUrgency, { params })).toMatchObject({ isUrgent: false });
    await pass(0);
    expect(pushed()).toEqual(["Rose needs help", "URGENT: Rose needs help", "Rose needs help"]);
    const corrected = server().outbox.map(({ text }) => text.slice(0, 16));
    expect(corrected).toEqual(["Rose needs help:", "Rose needs help:"]);
    server().outbox.length = 0;
    await pass(10);
    expect(server().outbox.map(({ text }) => text.slice(0, 16))).toContain("Rose needs help:");
    await rose.client.call(cancelHelpRequest, { params });
  });

  test("“Undo” of “It's urgent” before it was sent sends no more than the plan, and comes too late once somebody helps", async () => {
    const { ben, rose } = family;
    const { id } = await rose.client.call(askForHelp, { body: { phraseId: 101 } });
    const params = { id };
    await rose.client.call(makeUrgent, { params });
    await rose.client.call(undoUrgency, { params });
    await pass(0);
    expect(pushed()).toEqual(["Rose needs help"]);
    expect(server().outbox.filter(({ text }) => text.startsWith("URGENT"))).toEqual([]);
    await rose.client.call(makeUrgent, { params });
    await ben.client.call(acknowledgeHelpRequest, { params });
    expect(await rose.client.call(undoUrgency, { params })).toMatchObject({
      isUrgent: true,
      state: "ACKNOWLEDGED",
    });
  });

  test("“It's urgent” at the end of the plan starts the plan over", async () => {
    const { anna, ben, rose } = family;
    const { id } = await rose.client.call(askForHelp, { body: { phraseId: 101 } });
    for (let step = 0; step < 15; step += 1) await pass(15);
    const params = { id };
    expect(await rose.client.call(getHelpRequest, { params })).toMatchObject({ state: "UNREACHABLE" });
    server().outbox.length = 0;
    await pass(60);
    expect(server().outbox).toEqual([]);
    expect(await rose.client.call(makeUrgent, { params })).toMatchObject({ isUrgent: true });
    await pass(0);
    const urgent = server().outbox.filter(({ text }) => text.startsWith("URGENT: Rose needs help"));
    expect(urgent.map(({ to }) => to).sort()).toEqual([anna.phoneNumber, ben.phoneNumber].sort());
  });
});
