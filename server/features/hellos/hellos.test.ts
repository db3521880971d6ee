import { expect, test } from "vitest";
import { dayMs, hourMs } from "#contract/durations.ts";
import type { EndpointShape } from "#contract/endpoint.ts";
import { removeMember } from "#contract/families.ts";
import {
  changeHelloMessages,
  deleteHello,
  getCurrentHellos,
  getHelloPicture,
  getHelloVoiceMessage,
  giveHelloPicture,
  giveHelloVoiceMessage,
  listHellos,
  loveHello,
} from "#contract/hellos.ts";
import { checkHellos } from "#tests/support/due-work.ts";
import { join, type Person, proveFreshly, reyesFamily, staySignedIn } from "#tests/support/people.ts";
import { photo } from "#tests/support/photos.ts";
import { damagedRecording, recording } from "#tests/support/recordings.ts";
import { useServer } from "#tests/support/server.ts";
import { statementsDuring } from "#tests/support/statements.ts";

const server = useServer();

const key = (name: string) => ({ "idempotency-key": name });

async function familyWithMaya() {
  const family = await reyesFamily(server());
  return { ...family, maya: await join(server(), family.anna, "child", "Maya") };
}

const givePicture = async ({ client }: Person, name = "a hello", place = "0", caption?: string) =>
  client.call(giveHelloPicture, {
    headers: key(name),
    query: { place, ...(caption && { caption }) },
    upload: await photo({ width: 640, height: 480 }),
  });

const say = ({ client }: Person, name: string, answerTo?: number) =>
  client.call(giveHelloVoiceMessage, {
    headers: key(name),
    query: answerTo === undefined ? {} : { answerTo: String(answerTo) },
    upload: recording(),
  });

const greet = ({ client }: Person, { id }: Person) =>
  client.call(giveHelloVoiceMessage, {
    headers: key(`a greeting to ${id}`),
    query: { birthdayOf: String(id) },
    upload: recording(),
  });

/** Moves the clock, while everybody stays signed in. */
async function pass(milliseconds: number) {
  await staySignedIn(server());
  server().clock.advance(milliseconds);
}

const current = ({ client }: Person) => client.call(getCurrentHellos);
const love = ({ client }: Person, id: number, isLoved = true) =>
  client.call(loveHello, { params: { id }, body: { isLoved } });
const all = async ({ client }: Person) => (await client.call(listHellos, { query: {} })).hellos;

const refusal = async (by: Person, endpoint: EndpointShape, parts: object) => {
  const { status, body } = await by.client.ask<EndpointShape>(endpoint, parts);
  return [status, body] as const;
};

test("Maya's picture is on Rose's home, and on Anna's, with who gave it and its words", async () => {
  const { anna, rose, maya } = await familyWithMaya();
  await givePicture(maya, "a hello", "0", "The new puppy");
  const hello = {
    person: { name: "Maya" },
    caption: "The new puppy",
    pictures: [{ width: 640, height: 480 }],
    voiceMessage: null,
    lovedBy: [],
  };
  expect(await current(rose)).toMatchObject({ hello, earlier: 0, loved: [] });
  expect(await current(anna)).toMatchObject({ hello });
  expect(await current(maya)).toMatchObject({ hello: null, earlier: 0 });
});

test("giving a picture takes eight statements and a voice message seven, beside those that ask who calls and how often", async () => {
  const { maya } = await familyWithMaya();
  const ofEveryCall = 2;
  expect(await statementsDuring(() => givePicture(maya))).toHaveLength(ofEveryCall + 8);
  expect(await statementsDuring(() => say(maya, "a voice"))).toHaveLength(ofEveryCall + 7);
});

test("six pictures with one key are one hello, in the order in which they were chosen", async () => {
  const { rose, maya } = await familyWithMaya();
  for (const place of ["2", "0", "1"]) await givePicture(maya, "six", place);
  const [first] = await Promise.all(["3", "4", "5"].map((place) => givePicture(maya, "six", place)));
  const hellos = await all(rose);
  expect(hellos).toHaveLength(1);
  expect(hellos[0]?.pictures).toHaveLength(6);
  expect(hellos[0]?.id).toBe(first?.id);
  expect(await refusal(maya, giveHelloPicture, { headers: key("six"), query: { place: "6" } })).toMatchObject(
    [400, expect.anything()],
  );
});

test("a picture that is sent twice is stored once", async () => {
  const { rose, maya } = await familyWithMaya();
  await Promise.all([givePicture(maya), givePicture(maya)]);
  await givePicture(maya);
  expect((await all(rose)).map(({ pictures }) => pictures.length)).toEqual([1]);
});

test("a heart moves Rose on to the next hello, tells Maya for a day, and can be taken back", async () => {
  const { rose, maya } = await familyWithMaya();
  const older = await givePicture(maya, "older");
  const newer = await givePicture(maya, "newer");
  expect((await current(rose)).hello?.id).toBe(newer.id);
  await love(rose, newer.id);
  expect(await current(rose)).toMatchObject({ hello: { id: older.id }, earlier: 1 });
  expect((await current(maya)).loved).toMatchObject([{ id: newer.id, lovedBy: [{ name: "Rose" }] }]);
  await love(rose, newer.id, false);
  expect((await current(rose)).hello?.id).toBe(newer.id);
  await love(rose, newer.id);
  await pass(dayMs);
  expect((await current(maya)).loved).toEqual([]);
  expect(await refusal(maya, loveHello, { params: { id: newer.id }, body: { isLoved: true } })).toMatchObject(
    [409, { message: "You gave this yourself." }],
  );
});

test("Rose answers with her voice: the answer is a hello for Maya, and the picture is answered", async () => {
  const { rose, maya } = await familyWithMaya();
  const { id } = await givePicture(maya);
  const answer = await say(rose, "an answer", id);
  expect(answer).toMatchObject({
    answerTo: { id, person: { name: "Maya" } },
    voiceMessage: { durationMs: 1_017 },
  });
  expect((await current(rose)).hello).toBe(null);
  expect((await current(maya)).hello?.id).toBe(answer.id);
  expect((await all(maya)).map(({ answeredBy }) => answeredBy.map(({ name }) => name))).toEqual([
    [],
    ["Rose"],
  ]);
  await maya.client.call(deleteHello, { params: { id } });
  expect(await all(rose)).toMatchObject([{ id: answer.id, answerTo: null }]);
  expect(
    await refusal(rose, giveHelloVoiceMessage, {
      headers: key("too late"),
      query: { answerTo: String(id) },
      upload: recording(),
    }),
  ).toMatchObject([409, { message: "This hello is no longer there." }]);
});

test("helpers see a hello on home for a day, and grandparents until they love or answer it", async () => {
  const { anna, rose, maya } = await familyWithMaya();
  await givePicture(maya);
  await pass(dayMs - hourMs);
  expect((await current(anna)).hello).not.toBe(null);
  await pass(2 * hourMs);
  expect(await current(anna)).toMatchObject({ hello: null, earlier: 1 });
  expect((await current(rose)).hello).not.toBe(null);
});

test("a hello is deleted after 90 days, unless somebody loves it", async () => {
  const { rose, maya } = await familyWithMaya();
  const loved = await givePicture(maya, "loved");
  const undecided = await givePicture(maya, "undecided");
  await givePicture(maya, "not loved");
  for (const { id } of [loved, undecided]) await love(rose, id);
  await pass(90 * dayMs - hourMs);
  await checkHellos(server().world);
  expect(await all(rose)).toHaveLength(3);
  await love(rose, undecided.id, false);
  await pass(2 * hourMs);
  await checkHellos(server().world);
  expect((await all(rose)).map(({ id }) => id)).toEqual([undecided.id, loved.id]);
  // A heart that was taken back by mistake can be given again for a week.
  await pass(7 * dayMs);
  await checkHellos(server().world);
  expect((await all(rose)).map(({ id }) => id)).toEqual([loved.id]);
});

test("the giver and an admin can delete a hello, and nobody else", async () => {
  const { anna, rose, maya } = await familyWithMaya();
  const first = await givePicture(maya, "first");
  const second = await givePicture(maya, "second");
  const { status } = await rose.client.ask(deleteHello, { params: { id: first.id } });
  expect(status).toBe(403);
  await maya.client.call(deleteHello, { params: { id: first.id } });
  await anna.client.call(deleteHello, { params: { id: second.id } });
  expect(await all(rose)).toEqual([]);
});

test("its picture comes in two sizes of WebP, and it and its voice go to its own family only", async () => {
  const { anna, rose, maya } = await familyWithMaya();
  const large = await photo({ width: 1_800, height: 1_200, isNoisy: true });
  const shown = await maya.client.call(giveHelloPicture, {
    headers: key("large"),
    query: { place: "0" },
    upload: large,
  });
  const spoken = await say(maya, "spoken");
  const picture = getHelloPicture.path.replace(":id", String(shown.pictures[0]?.id));
  const voice = getHelloVoiceMessage.path.replace(":id", String(spoken.voiceMessage?.id));
  const sizes = await Promise.all(
    ["small", "large"].map(async (size) => {
      const response = await rose.client.fetch("GET", `${picture}?size=${size}`);
      expect(response.headers.get("content-type")).toBe("image/webp");
      return (await response.arrayBuffer()).byteLength;
    }),
  );
  expect(sizes[0]).toBeLessThanOrEqual(120_000);
  expect(sizes[1]).toBeLessThanOrEqual(400_000);
  const { anna: stranger } = await reyesFamily(server());
  for (const path of [`${picture}?size=small`, voice])
    expect((await stranger.client.fetch("GET", path)).status).toBe(404);
  expect(
    await refusal(stranger, loveHello, { params: { id: shown.id }, body: { isLoved: true } }),
  ).toMatchObject([404, expect.anything()]);
  expect(await all(stranger)).toEqual([]);
  await proveFreshly(server(), anna);
  await anna.client.call(removeMember, { params: { id: maya.id } });
  expect((await maya.client.fetch("GET", voice)).status).not.toBe(200);
  expect((await all(rose)).map(({ person }) => person.name)).toEqual(["Maya", "Maya"]);
});

test("what nobody can decode is refused in plain words, and makes no hello", async () => {
  const { maya } = await familyWithMaya();
  const unreadable = {
    headers: key("x"),
    query: { place: "0" },
    upload: new Blob(["GIF89a"], { type: "image/gif" }),
  };
  expect(await refusal(maya, giveHelloPicture, unreadable)).toMatchObject([
    400,
    { message: "This is not a photo that we can read. Please choose a JPEG, PNG or WebP." },
  ]);
  const damaged = { headers: key("y"), query: {}, upload: damagedRecording };
  expect((await refusal(maya, giveHelloVoiceMessage, damaged))[0]).toBe(400);
  expect(await all(maya)).toEqual([]);
});

test("the choice of messages is one's own: helpers get them, and grandparents when they want them", async () => {
  const { rose, maya } = await familyWithMaya();
  const choice = async ({ client }: Person) => (await client.fetch("GET", "/api/hello-messages")).json();
  expect(await Promise.all([choice(maya), choice(rose)])).toEqual([{ areOn: true }, { areOn: false }]);
  await rose.client.call(changeHelloMessages, { body: { areOn: true } });
  expect(await Promise.all([choice(maya), choice(rose)])).toEqual([{ areOn: true }, { areOn: true }]);
});

test("birthday greetings are for one person, oldest first, until midnight where the family lives", async () => {
  const { anna, ben, rose, maya } = await familyWithMaya();
  const now = server().clock.now().toTemporalInstant().toZonedDateTimeISO("America/New_York");
  const midnight = now.startOfDay().add({ days: 1 });
  const first = await greet(maya, rose);
  const second = await greet(ben, rose);
  expect(first).toMatchObject({ birthdayOf: { id: rose.id, name: "Rose" } });
  const greetingsOf = async (person: Person) => (await current(person)).greetings.map(({ id }) => id);
  expect(await greetingsOf(rose)).toEqual([first.id, second.id]);
  expect([await greetingsOf(maya), await greetingsOf(anna)]).toEqual([[first.id], []]);
  expect([(await current(rose)).hello, (await current(anna)).hello]).toEqual([null, null]);
  await pass(midnight.epochMilliseconds - now.epochMilliseconds - 1_000);
  expect(await greetingsOf(rose)).toEqual([first.id, second.id]);
  await pass(1_000);
  expect([await greetingsOf(rose), await greetingsOf(maya)]).toEqual([[], []]);
  // What Rose has not heard comes as a hello, and to nobody else.
  expect((await current(rose)).hello?.id).toBe(second.id);
  await love(rose, second.id);
  expect((await current(rose)).hello?.id).toBe(first.id);
  expect((await current(anna)).hello).toBeNull();
  expect(await all(anna)).toHaveLength(2);
});

test("a greeting to somebody who is not in the family is refused, and stays when its person leaves", async () => {
  const { anna, ben, maya } = await familyWithMaya();
  const { rose: stranger } = await reyesFamily(server());
  const refused = {
    headers: key("to a stranger"),
    query: { birthdayOf: String(stranger.id) },
    upload: recording(),
  };
  expect(await refusal(maya, giveHelloVoiceMessage, refused)).toMatchObject([
    409,
    { message: "This person is no longer in the family." },
  ]);
  expect((await current(stranger)).greetings).toEqual([]);
  await greet(maya, ben);
  await proveFreshly(server(), anna);
  await anna.client.call(removeMember, { params: { id: ben.id } });
  expect(await all(anna)).toMatchObject([{ person: { name: "Maya" }, birthdayOf: { name: "Ben" } }]);
});

test("what a removed member gave stays, or goes with them if the admin says so", async () => {
  const { anna, ben, rose, maya } = await familyWithMaya();
  const { id } = await givePicture(maya);
  const answer = await say(rose, "an answer", id);
  const bens = await givePicture(ben);
  await love(maya, bens.id);
  await proveFreshly(server(), anna);
  await anna.client.call(removeMember, { params: { id: ben.id } });
  expect(await all(rose)).toHaveLength(3);
  await anna.client.call(removeMember, { params: { id: maya.id }, query: { hellos: "go" } });
  expect(await all(rose)).toMatchObject([
    { id: bens.id, person: { name: "Ben" }, lovedBy: [] },
    { id: answer.id, answerTo: null },
  ]);
  // Nobody loves it anymore.
  await pass(90 * dayMs);
  await checkHellos(server().world);
  expect(await all(rose)).toEqual([]);
});
