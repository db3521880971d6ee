// Rose calls Porchlight from her telephone.
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { minuteMs } from "#contract/durations.ts";
import { changeFamily, changeRole } from "#contract/families.ts";
import { listHellos } from "#contract/hellos.ts";
import { promiseHelp } from "#contract/help/promises.ts";
import { listReplies } from "#contract/help/replies.ts";
import {
  acknowledgeHelpRequest,
  getHelpRequest,
  listHelpRequests,
  recordReceipt,
} from "#contract/help/requests.ts";
import { closePhoneDoor, listPhoneDoors, openPhoneDoor } from "#contract/phone-doors.ts";
import { encodeRecording } from "#contract/recording-encoder.ts";
import { sandboxRecordings } from "#dev/sandbox/phone.ts";
import { findCategories } from "#server/features/help/phrases/queries.ts";
import { runDue } from "#server/platform/jobs/queue.ts";
import { recordingOfCall } from "#server/platform/media/phone-recordings.ts";
import { SendError } from "#server/platform/messages/send-error.ts";
import type { CallRecording } from "#server/platform/world.ts";
import { callProviderEnvs } from "#tests/support/call-providers.ts";
import { Client } from "#tests/support/client.ts";
import { dayIn, plan } from "#tests/support/events.ts";
import { useHelpFamily } from "#tests/support/help-family.ts";
import { join, type Person, proveFreshly } from "#tests/support/people.ts";
import { twilioCallsEnv, usePhone } from "#tests/support/phone.ts";
import { Call, openDoorOf, rosesTelephone } from "#tests/support/phone-doors.ts";
import { lastCell, startServer, useServer } from "#tests/support/server.ts";
import { phoneRecordings } from "./recordings.ts";
import { spokenCategories } from "./spoken-categories.ts";

/** What the provider has: nothing until a test says so. */
const provider = { isReady: true, deleted: [] as string[] };
const recordings = {
  async fetch(recording: CallRecording) {
    if (!provider.isReady) throw new SendError("transient", "not yet");
    return await sandboxRecordings.fetch(recording);
  },
  delete: async ({ id }: CallRecording) => void provider.deleted.push(id),
};

const server = useServer({ env: twilioCallsEnv, recordings });
const { family, pass } = useHelpFamily(server);
const { pickUp, press } = usePhone(server);

let calls = 0;
const callFrom = (from = rosesTelephone) => new Call(server(), from, `CA${++calls}`);

beforeEach(async () => {
  server().called.length = 0;
  provider.deleted.length = 0;
  await openDoorOf(family().anna, family().rose, { phoneNumber: rosesTelephone, pin: null });
});

const stranger =
  "This is Porchlight. We don't know this telephone. Please ask your family to set it up. Goodbye.";
const menu =
  "If you need help, press 1. To hear what is planned today, press 2. To say hello to your family, press 3.";

const newest = async ({ client }: Person = family().rose) => (await client.call(listHelpRequests))[0];
const fetchRecordings = () => runDue(server().world, phoneRecordings);

describe("Rose needs help", () => {
  test("her request goes the usual way, with what she says, and she is called back", async () => {
    const { anna, rose } = family();
    const call = callFrom();
    expect(await call.dial()).toBe(`Hello Rose. ${menu}`);
    expect(await call.press("1")).toContain("For bills or money, press 5. For company, press 6.");
    expect(await call.press("5")).toBe(
      "Your request is sent. After the tone, say more. When you are done, press the pound key.",
    );
    const request = await newest();
    expect(request).toMatchObject({
      state: "ACCEPTED",
      phrase: "I need help with bills or money.",
      category: { name: "Bills & Finance" },
    });
    const params = { id: request?.id ?? 0 };
    await anna.client.call(recordReceipt, { params, body: { state: "REACHED" } });
    provider.isReady = false;
    expect(await call.say("RE1")).toBe("Anna has been told. We call you when somebody helps. Goodbye.");
    await fetchRecordings();
    expect(await anna.client.call(listReplies, { params })).toEqual([]);
    provider.isReady = true;
    server().clock.advance(minuteMs);
    await fetchRecordings();
    expect(await anna.client.call(listReplies, { params })).toMatchObject([
      { person: { name: "Rose" }, voiceMessage: {} },
    ]);
    expect(provider.deleted).toEqual(["RE1"]);

    await anna.client.call(promiseHelp, { params, body: { kind: "CALL_AT", minutes: 10 } });
    await pass(30_000);
    expect(server().called.map(({ to }) => to)).toEqual([rosesTelephone]);
    expect(await pickUp()).toBe(
      "This is Porchlight. Anna will call you in 10 minutes. Does it work now? If it does, press 1. If not, press 2. To hear this again, press 3.",
    );
    expect(await press("2")).toBe("Anna will call you in 10 minutes.");
    expect(await press("1")).toBe("Good. Your family can see that it works.");
    expect(await rose.client.call(getHelpRequest, { params })).toMatchObject({ state: "RESOLVED" });
  });

  test("a webhook that comes again, another key and a hang-up leave one request", async () => {
    const before = (await family().rose.client.call(listHelpRequests)).length;
    const call = callFrom();
    await call.dial();
    await call.press("1");
    const helpPath = call.next;
    await call.press("0");
    await call.again();
    expect(await call.ask(helpPath, { Digits: "3" })).toContain("Your request is sent.");
    expect(await family().rose.client.call(listHelpRequests)).toHaveLength(before + 1);
    expect(await newest()).toMatchObject({ phrase: "I need help. I am calling from my telephone." });
    expect(await callFrom().dial()).toBe(
      `Hello Rose. Your request is sent. We are trying to reach your family. ${menu}`,
    );
  });

  test("nobody is called back whom a helper is calling at that moment", async () => {
    const call = callFrom();
    await call.dial();
    await call.press("1");
    await call.press("1");
    expect(await call.saysNothing()).toContain("We are trying to reach your family.");
    const params = { id: (await newest())?.id ?? 0 };
    await family().ben.client.call(promiseHelp, { params, body: { kind: "CALLING" } });
    await pass(30_000);
    expect(server().called).toEqual([]);
  });

  test("when nobody answers the call back, it is repeated once", async () => {
    const call = callFrom();
    await call.dial();
    await call.press("1");
    await call.press("1");
    const params = { id: (await newest())?.id ?? 0 };
    await family().ben.client.call(acknowledgeHelpRequest, { params });
    await pass(30_000);
    const { end } = usePhone(server);
    for (const _ of [1, 2, 3]) {
      await end("no-answer");
      await pass(3 * minuteMs);
    }
    expect(server().called).toHaveLength(2);
  });
});

test("Rose hears what is left of the day, and then the menu again", async () => {
  const call = callFrom();
  await call.dial();
  expect(await call.press("2")).toBe(`Nothing is planned today. ${menu}`);
  const today = dayIn(server(), 0);
  const { anna, ben } = family();
  server().clock.goTo("09:00");
  await plan(anna, { startDate: `${today}T07:00`, endDate: `${today}T08:00`, title: "Breakfast" });
  await plan(anna, {
    startDate: `${today}T10:00`,
    endDate: `${today}T11:00`,
    people: [{ personId: ben.id, part: "driving" }],
  });
  expect(await call.press("2")).toBe(
    `Today. At 10:00 AM: Dentist. The place: Mill Street. Ben is driving. ${menu}`,
  );
  server().clock.goTo("12:00");
  expect(await call.press("2")).toContain("Nothing more is planned today.");
});

test("a key that is stuck ends the call after ten minutes, and help can still be asked for", async () => {
  const call = callFrom();
  await call.dial();
  server().clock.advance(10 * minuteMs - 1);
  expect(await call.press("*")).toBe(menu);
  server().clock.advance(1);
  expect(await call.press("1")).toContain("For bills or money, press 5.");
  expect(await call.press("*")).toBe("This call has lasted 10 minutes. Please call again. Goodbye.");
});

test("Rose says hello, as far as her family has hellos", async () => {
  const { anna } = family();
  const call = callFrom();
  await call.dial();
  expect(await call.press("3")).toBe("Say hello after the tone. When you are done, press the pound key.");
  expect(await call.say("RE2")).toBe("Thank you. Your hello is on its way to your family. Goodbye.");
  await call.again();
  await fetchRecordings();
  const { hellos } = await anna.client.call(listHellos, { query: {} });
  expect(hellos).toMatchObject([{ person: { name: "Rose" }, voiceMessage: {} }]);
  await anna.client.call(changeFamily, { body: { hellos: false } });
  const later = callFrom();
  expect(await later.dial()).not.toContain("say hello");
  expect(await later.press("3")).not.toContain("after the tone");
  await anna.client.call(changeFamily, { body: { hellos: true } });
});

describe("who may call", () => {
  test("everybody else hears the same sentence, whatever the reason", async () => {
    const { anna, rose } = family();
    const walter = await join(server(), rose, "grandparent", "Walter");
    await openDoorOf(anna, walter, { phoneNumber: "+16145550178" });
    await proveFreshly(server(), anna);
    await anna.client.call(changeRole, { params: { id: walter.id }, body: { role: "child" } });
    const heard = [await callFrom("+16145550178").dial(), await callFrom("+16145550198").dial()];
    heard.push(await callFrom("anonymous").dial());
    const call = callFrom();
    await call.dial();
    await anna.client.call(closePhoneDoor, { params: { id: rose.id } });
    heard.push(await call.press("1"), await callFrom().dial());
    expect(new Set(heard)).toEqual(new Set([stranger]));
  });

  test("a PIN is asked for before any name is said, and tries are limited", async () => {
    const { anna, rose } = family();
    await openDoorOf(anna, rose, { phoneNumber: rosesTelephone, pin: "2468" });
    const call = callFrom();
    expect(await call.dial()).toBe("This is Porchlight. Please enter your PIN of four digits.");
    expect(await call.press("1111")).toBe("That was not right. Please enter your PIN of four digits.");
    expect(await call.press("2468")).toContain("Hello Rose.");
    const thief = callFrom();
    await thief.dial();
    for (const pin of ["0000", "0001", "0002", "0003"]) await thief.press(pin);
    const refused = "That was not right. Please try again in an hour, or call your family. Goodbye.";
    expect(await thief.press("2468")).toBe(refused);
    server().clock.advance(61 * minuteMs);
    const again = callFrom();
    await again.dial();
    expect(await again.press("2468")).toContain("Hello Rose.");
  });

  test("a PIN works on after cells share a key, and then in a cell with another key of its own", async () => {
    const { anna, rose } = family();
    const { databaseUrl } = server();
    const env = { ...twilioCallsEnv, ...lastCell };
    const cells = [
      startServer({ databaseUrl, env }),
      startServer({ databaseUrl, env, key: Buffer.alloc(32, 8) }),
    ];
    const [same, other] = await Promise.all(cells);
    onTestFinished(() => Promise.all([same?.stop(), other?.stop()]).then(() => undefined));
    const enterAt = async (cell = server(), pin = "2468") => {
      const call = new Call(cell, rosesTelephone, `CA${++calls}`);
      await call.dial();
      return await call.press(pin);
    };
    await openDoorOf(anna, rose, { phoneNumber: rosesTelephone, pin: "2468" });
    expect(await enterAt(same)).toContain("Hello Rose.");
    expect(await enterAt(other)).toContain("That was not right.");
    const client = new Client(same?.url ?? "", anna.client.token);
    await openDoorOf({ ...anna, client }, rose, { phoneNumber: rosesTelephone, pin: "1357" });
    expect(await enterAt(other, "1357")).toContain("Hello Rose.");
  });

  test("a couple with one telephone says who is calling", async () => {
    const { anna, rose } = family();
    const tom = await join(server(), rose, "grandparent", "Tom");
    await openDoorOf(anna, tom);
    const call = callFrom();
    expect(await call.dial()).toBe("This is Porchlight. For Rose, press 1. For Tom, press 2.");
    expect(await call.press("2")).toBe(`Hello Tom. ${menu}`);
    await anna.client.call(closePhoneDoor, { params: { id: tom.id } });
  });

  test("a number that calls all the time is told to call the family", async () => {
    for (let count = 0; count < 20; count++) await callFrom().dial();
    expect(await callFrom().dial()).toBe(
      "You have called many times in the past hour. Please call your family. Goodbye.",
    );
  });

  test("an admin opens and closes a door, for grandparents only, and never shows a PIN", async () => {
    const { anna, ben, rose } = family();
    const door = { personId: rose.id, phoneNumber: rosesTelephone };
    await openDoorOf(anna, rose, { phoneNumber: "(614) 555-0177", pin: "2468" });
    const list = () => rose.client.call(listPhoneDoors);
    expect(await list()).toEqual({ number: "+16145550100", doors: [{ ...door, hasPin: true }] });
    await openDoorOf(anna, rose);
    expect((await list()).doors).toEqual([{ ...door, hasPin: true }]);
    const open = (id: number, phoneNumber: string) =>
      anna.client.ask(openPhoneDoor, { params: { id }, body: { phoneNumber } });
    expect((await open(ben.id, rosesTelephone)).status).toBe(409);
    expect((await open(rose.id, "+19005550177")).status).toBe(400);
  });
});

/** Another server on the same database, at the same time. */
async function anotherServer(env: Record<string, string>) {
  const other = await startServer({ env, databaseUrl: server().databaseUrl });
  other.clock.advance(server().clock.now().getTime() - other.clock.now().getTime());
  return other;
}

describe("bad weather", () => {
  test("when the database is down, a known caller hears whom to call, and nobody else is named", async () => {
    const broken = await anotherServer(twilioCallsEnv);
    const call = new Call(broken, rosesTelephone, "CA-broken");
    await call.dial();
    await broken.database.close();
    const number = family().anna.phoneNumber.slice(1).split("").join(" ");
    expect(await call.press("1")).toBe(`Sorry, something went wrong. Please call Anna: ${number}. Goodbye.`);
    const unknown = "Sorry, something went wrong. Please call your family. Goodbye.";
    expect(await call.dial()).toBe(unknown);
    expect(await call.ask("/calls/phone-door/garbage/help", { Digits: "1" })).toBe(unknown);
    await broken.app.close();
  });

  test("a turn of another call is refused", async () => {
    const call = callFrom();
    await call.dial();
    await call.press("1");
    expect(await callFrom("+16145550198").ask(call.next, { Digits: "1" })).toContain("something went wrong");
  });

  test("calls by Plivo are understood, too", async () => {
    const plivo = await anotherServer({ ...twilioCallsEnv, ...callProviderEnvs.plivo });
    const call = new Call(plivo, rosesTelephone, "plivo-1", "plivo");
    expect(await call.dial()).toContain("Hello Rose.");
    await call.press("1");
    await call.press("7");
    expect(await call.say("r1")).toContain("We are trying to reach your family.");
    await plivo.stop();
    await server().database.kysely.deleteFrom("phone_recordings").execute();
  });

  test("a recording is a minute at most, and garbage is none", async () => {
    const wav = await sandboxRecordings.fetch({ id: "", url: "", seconds: 1 });
    expect(recordingOfCall(wav)?.length).toBeGreaterThan(encodeRecording(new Int16Array(1_000)).length);
    expect(recordingOfCall(wav.subarray(0, 44))).toBeUndefined();
    for (const garbage of [Buffer.from(""), Buffer.from("RIFF"), Buffer.alloc(200)])
      expect(() => recordingOfCall(garbage)).toThrow("This recording of a call cannot be read.");
  });
});

test("every category has a key", async () => {
  const ids = (await findCategories(server().database.reads)).map(({ id }) => id);
  expect(spokenCategories.map(({ id }) => id)).toEqual(ids);
});
