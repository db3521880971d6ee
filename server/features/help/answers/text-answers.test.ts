import { expect, test } from "vitest";
import { minuteMs } from "#contract/durations.ts";
import { changeFamily } from "#contract/families.ts";
import {
  acknowledgeHelpRequest,
  askForHelp,
  getHelpRequest,
  type NewHelpRequest,
} from "#contract/help/requests.ts";
import { acceptInvitation } from "#contract/invitations.ts";
import { useHelpFamily } from "#tests/support/help-family.ts";
import { invite, join, type Person, signUp } from "#tests/support/people.ts";
import { useServer } from "#tests/support/server.ts";
import { answerByText } from "./text-answers.ts";

const server = useServer();

const { family, ask, show, pass, lastTextTo } = useHelpFamily(server);

/** Sends a request as Rose, and the texts about it. */
async function texted(body: NewHelpRequest = { phraseId: 101 }) {
  const id = await ask(body);
  await pass(0);
  await pass(3 * minuteMs);
  return { id, show: () => show(id) };
}
const says = (words: string, { phoneNumber }: Person = family().ben) =>
  answerByText(server().world, phoneNumber, words);

test("“1 at 5” takes the request, and the reply reads the time back in the family's zone", async () => {
  const { show } = await texted();
  expect(await says("1 at 5")).toBe(
    "Thank you. Rose can see that you will call at 5:00 PM EST: “My TV isn't working.”",
  );
  expect(await show()).toMatchObject({
    helper: { name: "Ben" },
    promise: { kind: "CALL_AT", dueAt: "2026-11-20T22:00:00.000Z" },
  });
});

test("“1 10 min” is counted from now; “1” before it takes the request, and a later time replaces it", async () => {
  const { show } = await texted();
  expect(await says("1")).toContain("Rose can see that you will help");
  expect(await says("1 10 min")).toMatch(/you will call at \d+:\d\d [AP]M EST/);
  const inTen = new Date(server().clock.now().getTime() + 10 * minuteMs).toISOString();
  expect((await show()).promise).toMatchObject({ dueAt: inTen });
  expect(await says("1 on my way")).toContain("Rose can see that you are on the way");
  expect((await show()).promise).toMatchObject({ kind: "COMING" });
});

test("a time belongs to the request that was just taken, not to an older one that waits", async () => {
  const older = await texted();
  const newer = await texted({ phraseId: 102 });
  await says("1");
  await says("1 at 5pm");
  expect(await older.show()).toMatchObject({ helper: null });
  expect(await newer.show()).toMatchObject({ helper: { name: "Ben" }, promise: { kind: "CALL_AT" } });
});

test("a time is read on the clock of the family whose request it is about", async () => {
  const carla = await signUp(server(), { name: "Carla" });
  await carla.client.call(changeFamily, { body: { timeZone: "Pacific/Honolulu" } });
  const { ben } = family();
  const inviteCode = await invite(carla, "child", "Ben");
  await ben.client.call(acceptInvitation, { body: { inviteCode } });
  const walter = await join(server(), carla, "grandparent", "Walter");
  const { id } = await walter.client.call(askForHelp, { body: { phraseId: 101 } });
  await pass(3 * minuteMs);
  const newer = await texted();
  await family().anna.client.call(acknowledgeHelpRequest, { params: { id: newer.id } });
  await says("1 at 5 pm");
  const { promise } = await walter.client.call(getHelpRequest, { params: { id } });
  expect(promise).toMatchObject({ dueAt: "2026-11-21T03:00:00.000Z" });
});

test("a time that we cannot read is asked for again, and takes nothing", async () => {
  const { show } = await texted();
  expect(await says("1 at 25")).toBe(
    "We didn't understand the time. Please reply like “1 at 5:30 pm” or “1 10 min”.",
  );
  expect(await show()).toMatchObject({ helper: null, promise: null });
});

test("a time for a request that somebody else has taken is answered with their name", async () => {
  const { show } = await texted();
  await says("1", family().anna);
  expect(await says("1 at 5")).toBe("Anna Reyes is already helping. Thank you.");
  expect((await show()).promise).toBeNull();
});

test("the text about a scam says how to answer, and “2” says that it is one", async () => {
  const { show } = await texted({ phraseId: 901 });
  expect(lastTextTo(family().ben)).toMatch(
    /^URGENT: Rose asks: Is this a scam\?: “Someone called me.*Reply 1 if you're calling, 2 if it's a scam, 3 if it's fine, or open /,
  );
  expect(await says("2")).toBe(
    "Thank you. Rose can read “It's a scam: don't” about “Someone called me and I don't trust it.”",
  );
  const { helper, scamCheck } = await show();
  expect(helper).toMatchObject({ name: "Ben" });
  expect(scamCheck?.verdicts).toMatchObject([{ verdict: "SCAM", person: { name: "Ben" } }]);
});

test("“3” says that it is fine, also after somebody else has answered; “1” is a call", async () => {
  const { show } = await texted({ phraseId: 902 });
  expect(await says("1", family().anna)).toContain("Rose can read “I'm calling you”");
  expect(await says("3")).toContain("Rose can read “It's fine”");
  expect(await show()).toMatchObject({
    helper: { name: "Anna Reyes" },
    promise: { kind: "CALLING" },
    scamCheck: { verdicts: [{ verdict: "CALLING" }, { verdict: "FINE" }] },
  });
});

test("other words about a scam are answered with the three answers to it", async () => {
  const { show } = await texted({ phraseId: 903 });
  expect(await says("I don't know")).toBe(
    "This is Porchlight. Reply 1 if you're calling, 2 if it's a scam, 3 if it's fine. " +
      "For anything else, please open the app or call.",
  );
  expect(await show()).toMatchObject({ helper: null, scamCheck: { verdicts: [] } });
});

test("“2” without a question about a scam gets the one helpful answer", async () => {
  const { show } = await texted();
  expect(await says("2")).toMatch(/^This is Porchlight\. Reply 1 /);
  expect(await show()).toMatchObject({ helper: null });
});
