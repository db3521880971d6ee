import { beforeAll, beforeEach, expect, test } from "vitest";
import { dayMs, hourMs, minuteMs } from "#contract/durations.ts";
import { changeHelloMessages, deleteHello, giveHelloVoiceMessage, loveHello } from "#contract/hellos.ts";
import { PushPayload } from "#contract/push-payload.ts";
import { subscribeToPush } from "#tests/support/channels.ts";
import { sendMessages } from "#tests/support/due-work.ts";
import { join, type Person, reyesFamily, staySignedIn } from "#tests/support/people.ts";
import { recording } from "#tests/support/recordings.ts";
import { useServer } from "#tests/support/server.ts";

const server = useServer();

type Family = Awaited<ReturnType<typeof reyesFamily>> & { readonly maya: Person };
let family: Family;

beforeAll(async () => {
  const reyes = await reyesFamily(server());
  family = { ...reyes, maya: await join(server(), reyes.anna, "child", "Maya") };
  for (const person of Object.values(family)) await subscribeToPush(person);
  await staySignedIn(server());
});

/** The family lives in New York. Each test starts at ten in the morning, on a day of its own. */
beforeEach(async () => {
  const { clock, database, pushed } = server();
  clock.goTo("10:00", { daysAhead: 1 });
  await database.kysely.deleteFrom("messages").execute();
  pushed.length = 0;
});

let keys = 0;

const say = ({ client }: Person, answerTo?: number) =>
  client.call(giveHelloVoiceMessage, {
    headers: { "idempotency-key": `hello ${++keys}` },
    query: answerTo === undefined ? {} : { answerTo: String(answerTo) },
    upload: recording(),
  });

const love = ({ client }: Person, id: number, isLoved = true) =>
  client.call(loveHello, { params: { id }, body: { isLoved } });

async function pass(milliseconds: number) {
  server().clock.advance(milliseconds);
  await sendMessages(server().world);
}

/** Who has got which messages, by name. */
const pushed = () =>
  server()
    .pushed.splice(0)
    .map(({ subscription, payload }) => {
      const id = Number(subscription.endpoint.split("/").at(-1));
      const to = Object.values(family).find((person) => person.id === id)?.name;
      return `${to}: ${PushPayload.parse(JSON.parse(payload)).title}`;
    })
    .toSorted();

const setMessages = ({ client }: Person, areOn: boolean) =>
  client.call(changeHelloMessages, { body: { areOn } });

test("Rose hears by message of what Maya gives only once she wants to, and the message does not say what it is", async () => {
  const { rose, maya } = family;
  await say(maya);
  await pass(minuteMs);
  expect(pushed()).toEqual([]);
  await setMessages(rose, true);
  await say(maya);
  await pass(minuteMs);
  expect(pushed()).toEqual(["Rose: Maya says hello"]);
  await setMessages(rose, false);
});

test("what Rose gives, her helpers hear of, but for those who turned it off", async () => {
  const { rose, ben } = family;
  await setMessages(ben, false);
  await say(rose);
  await pass(minuteMs);
  expect(pushed()).toEqual(["Anna Reyes: Rose says hello", "Maya: Rose says hello"]);
  await setMessages(ben, true);
});

test("Maya hears that Rose answered her, and the others that Rose says hello", async () => {
  const { rose, maya } = family;
  const { id } = await say(maya);
  await say(rose, id);
  await pass(minuteMs);
  expect(pushed()).toEqual([
    "Anna Reyes: Rose says hello",
    "Ben: Rose says hello",
    "Maya: Rose answered you",
  ]);
});

test("a birthday greeting is announced to the person whose birthday it is, and to nobody else", async () => {
  const { ben, maya } = family;
  await maya.client.call(giveHelloVoiceMessage, {
    headers: { "idempotency-key": "a greeting" },
    query: { birthdayOf: String(ben.id) },
    upload: recording(),
  });
  await pass(minuteMs);
  expect(pushed()).toEqual(["Ben: Maya wishes you a happy birthday"]);
});

test("hearts within five minutes are one message to the giver, and one that was taken back is none", async () => {
  const { rose, maya } = family;
  const given = [await say(maya), await say(maya), await say(maya)];
  for (const { id } of given) await love(rose, id);
  await pass(minuteMs);
  expect(pushed()).toEqual([]);
  await pass(5 * minuteMs);
  expect(pushed()).toEqual(["Maya: Rose loved 3 of your hellos ♥"]);
  const { id } = await say(maya);
  await love(rose, id);
  await love(rose, id, false);
  await pass(6 * minuteMs);
  expect(pushed()).toEqual([]);
});

test("nothing is sent between 8 PM and 9 AM of the family: it comes in the morning", async () => {
  const { rose } = family;
  // It is ten in the morning, so this is a second before eight in the evening, and then eight.
  await pass(10 * hourMs - 1_000);
  await say(rose);
  await pass(0);
  expect(pushed()).toHaveLength(3);
  await pass(1_000);
  await say(rose);
  await pass(13 * hourMs - 1_000);
  expect(pushed()).toEqual([]);
  await pass(1_000);
  expect(pushed()).toHaveLength(3);
});

test("a hello that was deleted in the meantime is not announced", async () => {
  const { rose } = family;
  await pass(11 * hourMs);
  const { id } = await say(rose);
  await rose.client.call(deleteHello, { params: { id } });
  await pass(dayMs);
  expect(pushed()).toEqual([]);
});
