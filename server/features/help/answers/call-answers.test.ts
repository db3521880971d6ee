// A helper is called about a request, and answers by a key.
import { setTimeout as pause } from "node:timers/promises";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { minuteMs } from "#contract/durations.ts";
import { scamCategoryId } from "#contract/help/known-categories.ts";
import { changeEscalationPlan, type EscalationStep, restoreEscalationPlan } from "#contract/help/plan.ts";
import { acknowledgeHelpRequest, cancelHelpRequest } from "#contract/help/requests.ts";
import { changePhoneCalls } from "#contract/messages.ts";
import { spokenSentence } from "#server/platform/messages/conversation.ts";
import { useHelpFamily } from "#tests/support/help-family.ts";
import { twilioCallsEnv, usePhone } from "#tests/support/phone.ts";
import { useServer } from "#tests/support/server.ts";

const server = useServer({ env: twilioCallsEnv, limits: { helpCallsPerRequest: 3 } });
const { family, ask, show, pass } = useHelpFamily(server);
const { post, last, pickUp, press, end } = usePhone(server);
beforeEach(() => {
  server().called.length = 0;
});

const menu =
  "Press 1 to say you'll help, 2 if you can't, 3 to hear it again, 4 to say you'll call in ten minutes.";

/** Ben alone is called at once. */
async function benIsCalled(phraseId = 101) {
  const step: EscalationStep = { after: 0, target: "first-contact", channels: ["call"] };
  const body = { steps: [step, { ...step, after: 3600 }], firstContactId: family().ben.id, quietHours: null };
  await family().anna.client.call(changeEscalationPlan, { body });
  const id = await ask({ phraseId });
  await pass(0);
  expect(server().called.map(({ to }) => to)).toEqual([family().ben.phoneNumber]);
  return id;
}

describe("by default", () => {
  test("the first contact is called after five minutes, and everybody after ten", async () => {
    await family().anna.client.call(restoreEscalationPlan);
    await ask();
    for (const _ of [1, 2, 3, 4]) await pass(minuteMs);
    expect(server().called).toEqual([]);
    await pass(minuteMs);
    expect(server().called.map(({ to }) => to)).toEqual([family().anna.phoneNumber]);
    await pass(5 * minuteMs);
    const everybody = [family().anna, family().ben].map(({ phoneNumber }) => phoneNumber);
    expect(
      new Set(
        server()
          .called.slice(1)
          .map(({ to }) => to),
      ),
    ).toEqual(new Set(everybody));
  });
});

describe("a person who picks up", () => {
  test("hears who asks for what, and helps by a key", async () => {
    const id = await benIsCalled();
    const { phrase } = await show(id);
    expect(await pickUp()).toBe(`This is Porchlight. Rose asks for help: ${spokenSentence(phrase)} ${menu}`);
    expect((await show(id)).state).toBe("HANDED_OVER");
    expect(await press("1")).toBe("Thank you. Rose can see that you will help.");
    expect(await show(id)).toMatchObject({ state: "ACKNOWLEDGED", helper: { name: "Ben" } });
    expect(await press("1")).toBe("You said that you will help Rose. Thank you.");
  });

  test("promises a call by a key that is reported twice, once", async () => {
    const id = await benIsCalled();
    expect(await press("4")).toBe("Thank you. Rose can see that you will call in ten minutes.");
    await press("4");
    const { promise } = await show(id);
    const dueAt = new Date(server().clock.now().getTime() + 10 * minuteMs).toISOString();
    expect(promise).toMatchObject({ kind: "CALL_AT", dueAt });
    const promises = server().database.kysely.selectFrom("help_promises").select("id");
    expect(await promises.where("help_request_id", "=", id).execute()).toHaveLength(1);
  });

  test("who can't help, or wants to hear it again, leaves the request to the others", async () => {
    const id = await benIsCalled();
    expect(await press("3")).toContain("Rose asks for help");
    expect(await press("9")).toContain("Rose asks for help");
    expect(await press("2")).toBe("All right. We keep asking your family. Thank you.");
    const { state, receipts } = await show(id);
    expect(state).toBe("REACHED");
    expect(receipts.at(-1)?.person?.name).toBe("Ben");
    await end("completed");
    await pass(2 * minuteMs);
    expect(server().called).toHaveLength(1);
  });

  test("after somebody else has said yes hears who helps, and changes nothing", async () => {
    const id = await benIsCalled();
    await family().anna.client.call(acknowledgeHelpRequest, { params: { id } });
    expect(await pickUp()).toBe("Anna Reyes is already helping. Thank you.");
    expect(await press("1")).toBe("Anna Reyes is already helping. Thank you.");
    expect((await show(id)).helper?.name).toBe("Anna Reyes");
  });

  test("when it is over hears so", async () => {
    const id = await benIsCalled();
    await family().rose.client.call(cancelHelpRequest, { params: { id } });
    expect(await press("1")).toBe("Rose does not need this anymore.");
  });

  test("judges a possible scam, about which everybody is called at once", async () => {
    const id = await ask({ text: "They want gift cards", categoryId: scamCategoryId });
    await pass(0);
    expect(server().called).toHaveLength(2);
    expect(await pickUp()).toContain(
      "Rose asks: Is this a scam? They want gift cards. Press 1 if you're calling now",
    );
    expect(await press("2")).toBe("Thank you. Rose can read: It's a scam: don't.");
    expect((await show(id)).scamCheck?.verdicts.map(({ verdict }) => verdict)).toEqual(["SCAM"]);
  });

  test("is told of two requests at once, and one key answers both", async () => {
    const first = await ask({ phraseId: 102 });
    const second = await ask({ phraseId: 103 });
    await family().anna.client.call(restoreEscalationPlan);
    await pass(5 * minuteMs);
    expect(server().called).toHaveLength(1);
    expect(await pickUp()).toContain("Rose asks for help with 2 things: ");
    await press("1");
    const states = await Promise.all([first, second].map(async (id) => (await show(id)).state));
    expect(states).toEqual(["ACKNOWLEDGED", "ACKNOWLEDGED"]);
  });
});

describe("a call that nobody answers", () => {
  test.each([["no-answer"], ["busy"], ["failed"], ["completed"]])(
    "(%s) is repeated once after two minutes",
    async (status) => {
      await benIsCalled();
      await end(status);
      await end(status);
      await pass(2 * minuteMs - 1);
      expect(server().called).toHaveLength(1);
      await pass(1);
      expect(server().called).toHaveLength(2);
      // The report of the first call comes late.
      await end(status, { CallSid: "CA1" });
      await pass(2 * minuteMs);
      expect(server().called).toHaveLength(2);
      await end(status);
      await pass(2 * minuteMs);
      expect(server().called).toHaveLength(2);
      const call = server().database.kysely.selectFrom("messages").select("state");
      expect(await call.where("channel", "=", "call").executeTakeFirst()).toEqual({ state: "FAILED" });
    },
  );

  test("is repeated even if its report overtakes the provider's answer", async () => {
    const { called, world } = server();
    let ended: Promise<unknown> | undefined;
    const place = vi.spyOn(world.senders, "call").mockImplementationOnce(async (call) => {
      const id = `CA${called.push(call)}`;
      ended = end("busy", {}, call);
      await pause(100);
      return { id };
    });
    await benIsCalled();
    await ended;
    await pass(2 * minuteMs);
    expect(called).toHaveLength(2);
    place.mockRestore();
  });

  test("a voice mail hears nothing", async () => {
    await benIsCalled();
    expect((await post(last().answerPath, { AnsweredBy: "machine_start" })).xml).toContain(
      "<Response><Hangup></Hangup></Response>",
    );
    await end("completed", { AnsweredBy: "machine_start" });
    await pass(2 * minuteMs);
    expect(server().called).toHaveLength(2);
  });
});

test("above a request's limit nobody is called, and texts continue", async () => {
  const again = { everySeconds: 60, times: 9 };
  const steps: EscalationStep[] = [{ after: 0, target: "first-contact", channels: ["call", "sms"], again }];
  const body = { steps, firstContactId: family().ben.id, quietHours: null };
  await family().anna.client.call(changeEscalationPlan, { body });
  await ask();
  for (let turn = 0; turn < 6; turn += 1) await pass(turn === 0 ? 0 : minuteMs);
  expect(server().called).toHaveLength(3);
  expect(server().outbox.filter(({ to }) => to === family().ben.phoneNumber)).toHaveLength(6);
});

test("a person who has turned calls off is not called, and one who turns them on again is", async () => {
  const { ben } = family();
  await ben.client.call(changePhoneCalls, { body: { isOn: false } });
  await family().anna.client.call(restoreEscalationPlan);
  await ask();
  await pass(10 * minuteMs);
  expect(server().called.map(({ to }) => to)).not.toContain(ben.phoneNumber);
  await ben.client.call(changePhoneCalls, { body: { isOn: true } });
  server().called.length = 0;
  await benIsCalled();
});

test("nothing is read out to whoever the provider has not called", async () => {
  const id = await benIsCalled();
  for (const path of [last().answerPath, `${last().answerPath}/keys`, last().endPath])
    expect((await post(path, { Digits: "1" }, "another token")).status).toBe(403);
  const other = `${last().answerPath.slice(0, -2)}AA/keys`;
  expect((await post(other, { Digits: "1" })).words).toContain("Sorry, something went wrong.");
  await server()
    .database.kysely.updateTable("people")
    .set({ phone_number: "+16145559999" })
    .where("id", "=", family().ben.id)
    .execute();
  expect(await press("1")).toBe("Goodbye.");
  expect((await show(id)).state).toBe("HANDED_OVER");
});
