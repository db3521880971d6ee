import { beforeAll, describe, expect, test } from "vitest";
import {
  acknowledgeHelpRequest,
  askForHelp,
  cancelHelpRequest,
  getHelpRequest,
  recordReceipt,
  resolveHelpRequest,
} from "#contract/help/requests.ts";
import { join, reyesFamily, type Somebody } from "#tests/support/people.ts";
import { useServer } from "#tests/support/server.ts";

const server = useServer();

let family: Awaited<ReturnType<typeof reyesFamily>>;
beforeAll(async () => {
  family = await reyesFamily(server());
});

/** Rose has asked: what each of them can do with her request. */
async function roseAsks() {
  const { anna, ben, rose } = family;
  const { id } = await rose.client.call(askForHelp, { body: { phraseId: 101 } });
  const params = { id };
  return {
    ...{ anna, ben, rose },
    show: ({ client }: Somebody) => client.call(getHelpRequest, { params }),
    record: ({ client }: Somebody, state: string) => client.ask(recordReceipt, { params, body: { state } }),
    take: ({ client }: Somebody) => client.ask(acknowledgeHelpRequest, { params }),
    finish: ({ client }: Somebody) => client.ask(resolveHelpRequest, { params }),
    takeBack: ({ client }: Somebody) => client.ask(cancelHelpRequest, { params }),
  };
}

const conflict = (message: string) => ({ status: 409, body: { code: "conflict", message } });

describe("receipts", () => {
  test("each is written once, with its person and its time", async () => {
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

  test("what somebody has seen has reached them too", async () => {
    const { anna, rose, record, show } = await roseAsks();
    await record(anna, "SEEN");
    const { state, receipts } = await show(rose);
    expect(state).toBe("SEEN");
    expect(receipts.map((receipt) => receipt.state)).toEqual(["ACCEPTED", "REACHED", "SEEN"]);
  });

  test("a later device does not take the state back", async () => {
    const { anna, ben, rose, record, show } = await roseAsks();
    await record(anna, "SEEN");
    await record(ben, "REACHED");
    expect(await show(rose)).toMatchObject({ state: "SEEN" });
  });

  test("the same receipt twenty times at once is one", async () => {
    const { anna, rose, record, show } = await roseAsks();
    await Promise.all(Array.from({ length: 20 }, () => record(anna, "SEEN")));
    expect((await show(rose)).receipts).toHaveLength(3);
  });

  test("nobody acknowledges their own eyes: the one who asked is refused", async () => {
    const { rose, record } = await roseAsks();
    expect((await record(rose, "SEEN")).status).toBe(403);
  });

  test("after the end they are ignored quietly", async () => {
    const { anna, ben, rose, record, finish, show } = await roseAsks();
    await finish(anna);
    expect((await record(ben, "SEEN")).status).toBe(204);
    expect((await show(rose)).receipts.map(({ state }) => state)).toEqual(["ACCEPTED", "RESOLVED"]);
  });
});

describe("“I'll help”", () => {
  test("the first one helps, and everybody sees who", async () => {
    const { ben, rose, take, show } = await roseAsks();
    expect(await take(ben)).toMatchObject({ status: 200, body: { state: "ACKNOWLEDGED" } });
    const { helper, receipts } = await show(rose);
    expect(helper).toEqual({ id: ben.id, name: "Ben", role: "child", phoneNumber: ben.phoneNumber });
    expect(receipts.at(-1)).toMatchObject({ state: "ACKNOWLEDGED", person: { id: ben.id } });
  });

  test("a second helper cannot take the same request and is told who does", async () => {
    const { anna, ben, take } = await roseAsks();
    await take(ben);
    expect(await take(anna)).toMatchObject(conflict("Ben is already helping."));
  });

  test("by the same helper again it is the same answer", async () => {
    const { ben, take } = await roseAsks();
    const { body } = await take(ben);
    expect(await take(ben)).toMatchObject({ status: 200, body });
  });

  test("of a race one wins, also while receipts come in", async () => {
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

  test("nobody takes their own request", async () => {
    const { anna, ben, rose, take } = await roseAsks();
    expect((await take(rose)).status).toBe(403);
    const { id } = await anna.client.call(askForHelp, { body: { phraseId: 101 } });
    expect((await anna.client.ask(acknowledgeHelpRequest, { params: { id } })).status).toBe(403);
    expect((await ben.client.ask(acknowledgeHelpRequest, { params: { id } })).status).toBe(200);
  });

  test("what is over cannot be taken", async () => {
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
    const somebody = request[who];
    const { status, body } = await request.finish(somebody);
    expect({ status, state: body.state }).toEqual({ status: 200, state: "RESOLVED" });
    expect(body.receipts.at(-1)).toMatchObject({ state: "RESOLVED", person: { id: somebody.id } });
    expect(await request.finish(somebody)).toMatchObject({ status: 200, body });
  });

  test("another grandparent cannot end it", async () => {
    const { anna, finish, takeBack } = await roseAsks();
    const walter = await join(server(), anna, "grandparent", "Walter");
    expect((await finish(walter)).status).toBe(404);
    expect((await takeBack(walter)).status).toBe(404);
  });

  test("only the one who asked takes it back, again and again", async () => {
    const { anna, rose, takeBack, finish } = await roseAsks();
    expect((await takeBack(anna)).status).toBe(403);
    const { body } = await takeBack(rose);
    expect(body.state).toBe("CANCELLED");
    expect(await takeBack(rose)).toMatchObject({ status: 200, body });
    expect(await finish(anna)).toMatchObject(conflict("Rose does not need this anymore."));
  });

  test("once somebody helps it is too late to take it back, and the words say what to do", async () => {
    const { ben, rose, take, takeBack, finish } = await roseAsks();
    await take(ben);
    expect(await takeBack(rose)).toMatchObject(conflict("Ben is already helping. Tap “I'm OK now” instead."));
    expect((await finish(rose)).status).toBe(200);
    expect(await takeBack(rose)).toMatchObject(conflict("This is already done."));
  });

  test("taking it and taking it back at once: one of the two happens", async () => {
    for (let round = 0; round < 10; round++) {
      const { anna, rose, take, takeBack, show } = await roseAsks();
      const [taken, back] = await Promise.all([take(anna), takeBack(rose)]);
      expect([taken.status, back.status].sort()).toEqual([200, 409]);
      expect((await show(rose)).state).toBe(taken.status === 200 ? "ACKNOWLEDGED" : "CANCELLED");
    }
  });
});
