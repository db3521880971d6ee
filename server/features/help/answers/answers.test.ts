import { describe, expect, test } from "vitest";
import { dayMs, minuteMs } from "#contract/durations.ts";
import { acknowledgeByLink, getHelpAnswer } from "#contract/help/answers.ts";
import { acknowledgeHelpRequest, cancelHelpRequest, resolveHelpRequest } from "#contract/help/requests.ts";
import { recordMessageReceipt } from "#contract/messages.ts";
import { PushPayload } from "#contract/push-payload.ts";
import { Client } from "#tests/support/client.ts";
import { useHelpFamily } from "#tests/support/help-family.ts";
import { signUp } from "#tests/support/people.ts";
import { useServer } from "#tests/support/server.ts";

const server = useServer();

const { family, ask, show, pass, pushed, lastTextTo } = useHelpFamily(server, {
  emails: ["ben"],
  pushes: ["anna"],
});

const tokenIn = (text = "") => text.match(/\/help\/answer\?to=([\w-]+)/)?.[1] ?? "";

/** The message that asks Anna. Other messages may be about earlier requests. */
const pushedQuestion = () => PushPayload.parse(pushed().findLast(({ acknowledgePath }) => acknowledgePath));

/** Sends a request as Rose, and waits until everybody has been asked by text and e-mail. */
async function everybodyIsAsked() {
  const id = await ask();
  await pass(0);
  await pass(3 * minuteMs);
  return { id, token: tokenIn(lastTextTo(family().ben)), anybody: new Client(server().url) };
}
const stateOf = async (id: number) => (await show(id)).state;

describe("the link in a message", () => {
  test("shows the request without a sign-in, and changes nothing however often it is opened", async () => {
    const { id, token, anybody } = await everybodyIsAsked();
    const before = await stateOf(id);
    for (let time = 0; time < 3; time += 1)
      expect(await anybody.call(getHelpAnswer, { params: { token } })).toMatchObject({
        name: "Ben",
        askedBy: { name: "Rose", phoneNumber: family().rose.phoneNumber },
        phrase: "My TV isn't working.",
        helperName: null,
        isYours: false,
      });
    await anybody.fetch("HEAD", `/api/help-answers/${token}`);
    await anybody.fetch("GET", `/api/help-answers/${token}/acknowledgement`);
    await anybody.fetch("HEAD", `/api/help-answers/${token}/acknowledgement`);
    expect(await stateOf(id)).toBe(before);
  });

  test("takes the request by its button, and a second press changes nothing", async () => {
    const { id, token, anybody } = await everybodyIsAsked();
    const answer = await anybody.call(acknowledgeByLink, { params: { token } });
    expect(answer).toMatchObject({ state: "ACKNOWLEDGED", helperName: "Ben", isYours: true });
    expect(await anybody.call(acknowledgeByLink, { params: { token } })).toEqual(answer);
    expect(await show(id)).toMatchObject({
      helper: { id: family().ben.id },
    });
  });

  test("is the same in the e-mail and behind the button of the notification", async () => {
    const { anybody } = await everybodyIsAsked();
    const mailed = tokenIn(server().mailbox.at(-1)?.text);
    expect(await anybody.call(getHelpAnswer, { params: { token: mailed } })).toMatchObject({ name: "Ben" });
    const question = pushedQuestion();
    expect(question.callNumber).toBe(family().rose.phoneNumber);
    expect((await anybody.fetch("POST", question.acknowledgePath ?? "")).status).toBe(200);
    expect(await anybody.call(getHelpAnswer, { params: { token: mailed } })).toMatchObject({
      helperName: "Anna Reyes",
    });
  });

  test("shows a second person who helps", async () => {
    const { id, token, anybody } = await everybodyIsAsked();
    await family().anna.client.call(acknowledgeHelpRequest, { params: { id } });
    expect(await anybody.ask(acknowledgeByLink, { params: { token } })).toMatchObject({
      status: 409,
      body: { message: "Anna Reyes is already helping." },
    });
  });

  test("after “Done” says that Rose has to confirm it, and then that she is OK", async () => {
    const { id, token, anybody } = await everybodyIsAsked();
    const answer = async () => (await anybody.ask(getHelpAnswer, { params: { token } })).body;
    await family().anna.client.call(resolveHelpRequest, { params: { id } });
    expect(await answer()).toMatchObject({ message: "Waiting for Rose to confirm. Thank you." });
    await family().rose.client.call(resolveHelpRequest, { params: { id } });
    expect(await answer()).toMatchObject({ message: "Rose is OK now. Thank you." });
  });

  test("expires when the request is closed, and after a day", async () => {
    const { id, token, anybody } = await everybodyIsAsked();
    server().clock.advance(dayMs);
    expect(await anybody.ask(acknowledgeByLink, { params: { token } })).toMatchObject({ status: 410 });
    await family().rose.client.call(cancelHelpRequest, { params: { id } });
    expect(await anybody.ask(getHelpAnswer, { params: { token } })).toMatchObject({
      status: 410,
      body: { message: "Rose does not need this anymore." },
    });
  });

  test("does not work when one character is changed or when it was made for another purpose", async () => {
    const { id, token, anybody } = await everybodyIsAsked();
    const question = pushedQuestion();
    const receipt = question.receiptPath?.split("/")[3] ?? "";
    const changed = (token.startsWith("B") ? "C" : "B") + token.slice(1);
    for (const wrong of [changed, receipt, `${token}A`, "x", "%00"]) {
      const params = { token: wrong };
      expect((await anybody.ask(getHelpAnswer, { params })).status, wrong).toBe(404);
      expect((await anybody.ask(acknowledgeByLink, { params })).status, wrong).toBe(404);
    }
    expect((await anybody.ask(recordMessageReceipt, { params: { token } })).status).toBe(404);
    expect(await stateOf(id)).not.toBe("ACKNOWLEDGED");
  });

  test("does not work for a person who has left the family", async () => {
    const rose = await signUp(server(), { name: "Rose", role: "grandparent" });
    expect(rose.id).toBeGreaterThan(0);
    const { token, anybody } = await everybodyIsAsked();
    const { kysely } = server().database;
    const { ben } = family();
    const role = (of: "grandparent" | "child") =>
      kysely.updateTable("memberships").set({ role: of }).where("person_id", "=", ben.id).execute();
    await role("grandparent");
    expect((await anybody.ask(acknowledgeByLink, { params: { token } })).status).toBe(404);
    await role("child");
  });
});

describe("the proof that a message has arrived", () => {
  test("is a receipt that the person who asked can see", async () => {
    const id = await ask();
    await pass(0);
    const { receiptPath = "" } = pushedQuestion();
    expect((await new Client(server().url).fetch("POST", receiptPath)).status).toBe(204);
    const { state, receipts } = await show(id);
    expect(state).toBe("REACHED");
    expect(receipts.at(-1)?.person?.name).toBe("Anna Reyes");
  });
});
