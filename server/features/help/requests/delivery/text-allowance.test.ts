import { beforeEach, expect, test } from "vitest";
import { dayMs, minuteMs } from "#contract/durations.ts";
import { changeEscalationPlan, type EscalationStep } from "#contract/help/plan.ts";
import { askForHelp, getHelpRequest } from "#contract/help/requests.ts";
import { SendError } from "#server/platform/messages/send-error.ts";
import { addEmail } from "#tests/support/channels.ts";
import { deliverDue, endDueHelp } from "#tests/support/due-work.ts";
import { reyesFamily } from "#tests/support/people.ts";
import { useServer } from "#tests/support/server.ts";

const server = useServer({ limits: { helpTextsPerRequest: 5, helpTextsPerDay: 8 } });
let family: Awaited<ReturnType<typeof reyesFamily>>;
beforeEach(async () => {
  await endDueHelp(server().world);
  family = await reyesFamily(server());
  await addEmail(server(), family.ben);
  server().outbox.length = 0;
  server().mailbox.length = 0;
});

async function pass(milliseconds: number) {
  server().clock.advance(milliseconds);
  await deliverDue(server().world);
}

const ask = async () => (await family.rose.client.call(askForHelp, { body: { phraseId: 101 } })).id;
const askingTexts = () => server().outbox.filter(({ text }) => text.startsWith("Rose needs help"));
const everyMinute = (times: number): EscalationStep => ({
  after: 0,
  target: "everyone",
  channels: ["sms", "email"],
  again: { everySeconds: 60, times },
});
const choose = (...steps: EscalationStep[]) =>
  family.anna.client.ask(changeEscalationPlan, { body: { steps, firstContactId: null, quietHours: null } });

test("a plan with less than a minute between two texts is refused with a message", async () => {
  const words = "Please leave at least a minute between two texts or two calls";
  const flood = Array.from({ length: 20 }, (_, place) => ({ ...everyMinute(1), after: 2 * place }));
  expect(await choose(...flood)).toMatchObject({ status: 400, body: { fields: { steps: words } } });
  const offset = { ...everyMinute(9), after: 30 };
  expect((await choose(everyMinute(9), offset)).status).toBe(400);
  const pushes = { ...offset, channels: ["push", "email"] } satisfies EscalationStep;
  expect((await choose(everyMinute(9), pushes)).status).toBe(200);
  expect((await choose(everyMinute(9), { ...everyMinute(1), target: "first-contact" })).status).toBe(200);
});

test("an older plan without that minute floods nobody", { tags: "extended" }, async () => {
  const flood = Array.from({ length: 20 }, (_, place) => ({ ...everyMinute(20), after: 2 * place }));
  const plan = { family_id: family.anna.familyId, steps: JSON.stringify(flood) };
  await server().database.kysely.insertInto("escalation_plans").values(plan).execute();
  await ask();
  for (let turn = 0; turn < 20; turn += 1) await pass(2_000);
  expect(askingTexts()).toHaveLength(5);
});

test("above a request's limit, texts are left out, and e-mails continue", async () => {
  await choose(everyMinute(9));
  const id = await ask();
  for (let turn = 0; turn < 10; turn += 1) await pass(turn === 0 ? 0 : minuteMs);
  expect(askingTexts()).toHaveLength(5);
  expect(server().mailbox.filter(({ to }) => to === `person-${family.ben.id}@example.com`)).toHaveLength(10);
  const { state } = await family.rose.client.call(getHelpRequest, { params: { id } });
  expect(state).not.toBe("UNREACHABLE");
  const left = await server()
    .database.kysely.selectFrom("messages")
    .select("state")
    .where("subject_id", "=", id)
    .where("channel", "=", "sms")
    .execute();
  const states = left.map(({ state }) => state);
  expect(states.filter((one) => one === "ACCEPTED")).toHaveLength(5);
  expect(new Set(states)).toEqual(new Set(["ACCEPTED", "FAILED"]));
});

test("a family has a daily limit over all its requests, and the next day starts over", async () => {
  await choose(everyMinute(9));
  const texts = async () => {
    server().outbox.length = 0;
    await ask();
    for (let turn = 0; turn < 10; turn += 1) await pass(turn === 0 ? 0 : minuteMs);
    return askingTexts().length;
  };
  expect([await texts(), await texts(), await texts()]).toEqual([5, 3, 0]);
  await pass(dayMs);
  expect(await texts()).toBe(5);
});

test("if nobody can be reached except by a text that is left out, Rose reads that nobody was reached", async () => {
  await server().database.kysely.updateTable("people").set({ email: null }).execute();
  await choose({ after: 0, target: "everyone", channels: ["sms"] });
  const reached: string[] = [];
  for (let count = 0; count < 5; count += 1) {
    const id = await ask();
    await pass(minuteMs);
    reached.push((await family.rose.client.call(getHelpRequest, { params: { id } })).state);
  }
  expect(reached).toEqual(["HANDED_OVER", "HANDED_OVER", "HANDED_OVER", "HANDED_OVER", "UNREACHABLE"]);
});

test("a text that the provider did not accept is not counted", async () => {
  await choose({ after: 0, target: "first-contact", channels: ["sms"] });
  const { senders } = server().world;
  const { sms } = senders;
  let failures = 12;
  Object.assign(senders, {
    sms: (message: Parameters<typeof sms>[0]) => {
      failures -= 1;
      if (failures >= 0) throw new SendError("transient", "busy");
      return sms(message);
    },
  });
  await ask();
  for (let turn = 0; turn < 16; turn += 1) await pass(20 * minuteMs);
  Object.assign(senders, { sms });
  expect(askingTexts()).toHaveLength(1);
});
