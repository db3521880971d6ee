import { describe, expect, test } from "vitest";
import { hourMs, minuteMs } from "#contract/durations.ts";
import { leaveFamily } from "#contract/families.ts";
import {
  acknowledgeHelpRequest,
  cancelHelpRequest,
  recordReceipt,
  resolveHelpRequest,
} from "#contract/help/requests.ts";
import { useHelpFamily } from "#tests/support/help-family.ts";
import { join } from "#tests/support/people.ts";
import { useServer } from "#tests/support/server.ts";

const server = useServer();

const { family, ask, show, pass, textsTo } = useHelpFamily(server, { emails: ["ben"], pushes: ["anna"] });

/** Counts the messages so far: pushes, texts to Anna and to Ben, and e-mails. */
const sent = () => [
  server().pushed.length,
  textsTo(family().anna),
  textsTo(family().ben),
  server().mailbox.length,
];

describe("Porchlight's default plan", () => {
  test("pushes at once, texts the first contact after a minute and everybody after three, and then repeats ten times", async () => {
    await ask();
    await pass(0);
    expect(sent()).toEqual([1, 0, 0, 0]);
    await pass(59_000);
    expect(sent()).toEqual([1, 0, 0, 0]);
    await pass(1_000);
    expect(sent()).toEqual([1, 1, 0, 0]);
    await pass(2 * minuteMs - 1);
    expect(sent()).toEqual([1, 1, 0, 0]);
    await pass(1);
    expect(sent()).toEqual([1, 2, 1, 1]);
    await pass(7 * minuteMs);
    expect(sent()).toEqual([1, 3, 2, 2]);
    for (let time = 1; time <= 9; time += 1) {
      await pass(15 * minuteMs - 1);
      await pass(1);
      expect(sent()).toEqual([1, 3 + time, 2 + time, 2 + time]);
    }
    await pass(hourMs);
    expect(sent()).toEqual([1, 12, 11, 11]);
  });

  test("nothing is sent after somebody acknowledges, and everybody who was asked hears who is helping", async () => {
    const { anna, ben } = family();
    const id = await ask();
    await pass(0);
    await pass(3 * minuteMs);
    const before = sent();
    await ben.client.call(acknowledgeHelpRequest, { params: { id } });
    await pass(0);
    const [pushed = 0, toAnna = 0, toBen = 0, mailed = 0] = before;
    expect(sent()).toEqual([pushed + 1, toAnna + 1, toBen, mailed]);
    expect(server().outbox.at(-1)).toMatchObject({
      to: anna.phoneNumber,
      text: expect.stringMatching(/^Ben will help Rose/),
    });
    await pass(59 * minuteMs);
    expect(sent()).toEqual([pushed + 1, toAnna + 1, toBen, mailed]);
    await pass(minuteMs);
    expect(sent()).toEqual([pushed + 1, toAnna + 1, toBen + 1, mailed + 1]);
    expect(server().outbox.at(-1)?.text).toMatch(/^Has Rose been helped\?/);
    await pass(600 * minuteMs);
    expect(sent()).toEqual([pushed + 1, toAnna + 1, toBen + 1, mailed + 1]);
  });

  test("who has heard that Ben helps hears nothing more when it is done", async () => {
    const { ben } = family();
    const id = await ask();
    await pass(3 * minuteMs);
    await ben.client.call(acknowledgeHelpRequest, { params: { id } });
    await pass(0);
    const before = sent();
    await ben.client.call(resolveHelpRequest, { params: { id } });
    await pass(0);
    expect(sent()).toEqual(before);
  });

  test("the states show what happened: handed over, then escalated to somebody else", async () => {
    const id = await ask();
    await pass(0);
    expect(await show(id)).toMatchObject({ state: "HANDED_OVER" });
    await pass(minuteMs);
    await pass(2 * minuteMs);
    const { state, receipts } = await show(id);
    expect(state).toBe("ESCALATED");
    expect(receipts.find((receipt) => receipt.state === "ESCALATED")?.person?.name).toBe("Ben");
  });

  test("after Anna has seen it without answering, it is escalated to Ben", async () => {
    const { anna } = family();
    const id = await ask();
    await anna.client.call(recordReceipt, { params: { id }, body: { state: "SEEN" } });
    await pass(minuteMs);
    expect(await show(id)).toMatchObject({ state: "SEEN" });
    await pass(2 * minuteMs);
    const { state, receipts } = await show(id);
    expect(state).toBe("ESCALATED");
    expect(
      receipts.filter((receipt) => receipt.state === "ESCALATED").map(({ person }) => person?.name),
    ).toEqual(["Ben"]);
  });

  test("somebody who looks again after it was escalated does not set it back", async () => {
    const { anna } = family();
    const id = await ask();
    const look = () => anna.client.call(recordReceipt, { params: { id }, body: { state: "SEEN" } });
    await look();
    await pass(3 * minuteMs);
    await look();
    expect(await show(id)).toMatchObject({ state: "ESCALATED" });
  });

  test("somebody who joins after it was escalated is asked too, and the person who needs help sees it", async () => {
    const id = await ask();
    await pass(0);
    await pass(3 * minuteMs);
    const cleo = await join(server(), family().anna, "child", "Cleo");
    await pass(7 * minuteMs);
    const { state, receipts } = await show(id);
    expect(state).toBe("ESCALATED");
    const asked = receipts.filter((receipt) => receipt.state === "ESCALATED");
    expect(asked.map(({ person }) => person?.name)).toEqual(["Ben", "Cleo"]);
    await cleo.client.call(leaveFamily, { query: {} });
  });

  test("a cancellation is sent to everybody who was asked, and to nobody else", async () => {
    const { rose } = family();
    const id = await ask();
    await pass(0);
    await rose.client.call(cancelHelpRequest, { params: { id } });
    await pass(0);
    expect(sent()).toEqual([2, 0, 0, 0]);
    await pass(200 * minuteMs);
    expect(sent()).toEqual([2, 0, 0, 0]);
  });
});
