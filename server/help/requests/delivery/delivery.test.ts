import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  acknowledgeHelpRequest,
  askForHelp,
  cancelHelpRequest,
  getHelpRequest,
  recordReceipt,
} from "#contract/help/requests.ts";
import { addEmail, subscribeToPush } from "#tests/support/channels.ts";
import { deliverDue } from "#tests/support/due-work.ts";
import { type Person, reyesFamily } from "#tests/support/people.ts";
import { useServer } from "#tests/support/server.ts";

const server = useServer();
const seconds = (count: number) => count * 1_000;
const minutes = (count: number) => count * 60_000;

let family: Awaited<ReturnType<typeof reyesFamily>>;
beforeAll(async () => {
  family = await reyesFamily(server());
  await addEmail(server(), family.ben);
  await subscribeToPush(family.anna);
});
beforeEach(() => {
  for (const box of [server().outbox, server().mailbox, server().pushed]) box.length = 0;
});
// Ends the requests that earlier tests left open.
afterEach(async () => {
  const { kysely } = server().database;
  const closed = { state: "RESOLVED", closed_at: server().clock.now(), next_step_at: null } as const;
  await kysely.updateTable("help_requests").set(closed).where("closed_at", "is", null).execute();
  await kysely
    .updateTable("messages")
    .set({ state: "STOPPED", lease_until: null })
    .where("state", "=", "WAITING")
    .execute();
});

const ask = async ({ client }: Person) => (await client.call(askForHelp, { body: { phraseId: 101 } })).id;
const show = ({ client }: Person, id: number) => client.call(getHelpRequest, { params: { id } });
const textsTo = ({ phoneNumber }: Person) => server().outbox.filter(({ to }) => to === phoneNumber).length;

/** Counts the messages so far: pushes, texts to Anna and to Ben, and e-mails. */
const sent = () => [
  server().pushed.length,
  textsTo(family.anna),
  textsTo(family.ben),
  server().mailbox.length,
];

async function pass(milliseconds: number) {
  server().clock.advance(milliseconds);
  await deliverDue(server().world);
}

describe("Porchlight's default plan", () => {
  test("pushes at once, texts the first contact after a minute and everybody after three, and then repeats ten times", async () => {
    await ask(family.rose);
    await pass(0);
    expect(sent()).toEqual([1, 0, 0, 0]);
    await pass(seconds(59));
    expect(sent()).toEqual([1, 0, 0, 0]);
    await pass(seconds(1));
    expect(sent()).toEqual([1, 1, 0, 0]);
    await pass(minutes(2) - 1);
    expect(sent()).toEqual([1, 1, 0, 0]);
    await pass(1);
    expect(sent()).toEqual([1, 2, 1, 1]);
    await pass(minutes(7));
    expect(sent()).toEqual([1, 3, 2, 2]);
    for (let time = 1; time <= 9; time += 1) {
      await pass(minutes(15) - 1);
      await pass(1);
      expect(sent()).toEqual([1, 3 + time, 2 + time, 2 + time]);
    }
    await pass(minutes(60));
    expect(sent()).toEqual([1, 12, 11, 11]);
  });

  test("nothing is sent after somebody acknowledges, and everybody who was asked hears who is helping", async () => {
    const { anna, ben, rose } = family;
    const id = await ask(rose);
    await pass(0);
    await pass(minutes(3));
    const before = sent();
    await ben.client.call(acknowledgeHelpRequest, { params: { id } });
    await pass(0);
    const [pushed = 0, toAnna = 0, toBen = 0, mailed = 0] = before;
    expect(sent()).toEqual([pushed + 1, toAnna + 1, toBen, mailed]);
    expect(server().outbox.at(-1)).toMatchObject({
      to: anna.phoneNumber,
      text: expect.stringMatching(/^Ben will help Rose/),
    });
    await pass(minutes(59));
    expect(sent()).toEqual([pushed + 1, toAnna + 1, toBen, mailed]);
    await pass(minutes(1));
    expect(sent()).toEqual([pushed + 1, toAnna + 1, toBen + 1, mailed + 1]);
    expect(server().outbox.at(-1)?.text).toMatch(/^Has Rose been helped\?/);
    await pass(minutes(600));
    expect(sent()).toEqual([pushed + 1, toAnna + 1, toBen + 1, mailed + 1]);
  });

  test("the states show what happened: handed over, then escalated to somebody else", async () => {
    const { rose } = family;
    const id = await ask(rose);
    await pass(0);
    expect(await show(rose, id)).toMatchObject({ state: "HANDED_OVER" });
    await pass(minutes(1));
    await pass(minutes(2));
    const { state, receipts } = await show(rose, id);
    expect(state).toBe("ESCALATED");
    expect(receipts.find((receipt) => receipt.state === "ESCALATED")?.person?.name).toBe("Ben");
  });

  test("after Anna has seen it without answering, it is escalated to Ben", async () => {
    const { anna, rose } = family;
    const id = await ask(rose);
    await anna.client.call(recordReceipt, { params: { id }, body: { state: "SEEN" } });
    await pass(minutes(1));
    expect(await show(rose, id)).toMatchObject({ state: "SEEN" });
    await pass(minutes(2));
    const { state, receipts } = await show(rose, id);
    expect(state).toBe("ESCALATED");
    expect(
      receipts.filter((receipt) => receipt.state === "ESCALATED").map(({ person }) => person?.name),
    ).toEqual(["Ben"]);
  });

  test("a cancellation is sent to everybody who was asked, and to nobody else", async () => {
    const { rose } = family;
    const id = await ask(rose);
    await pass(0);
    await rose.client.call(cancelHelpRequest, { params: { id } });
    await pass(0);
    expect(sent()).toEqual([2, 0, 0, 0]);
    await pass(minutes(200));
    expect(sent()).toEqual([2, 0, 0, 0]);
  });
});
