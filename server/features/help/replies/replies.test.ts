import { expect, test } from "vitest";
import { dayMs } from "#contract/durations.ts";
import type { EndpointShape } from "#contract/endpoint.ts";
import { removeMember } from "#contract/families.ts";
import {
  addPicture,
  addReply,
  getHelpPicture,
  keepHelpPicture,
  listReplies,
  recordRepliesSeen,
} from "#contract/help/replies.ts";
import { acknowledgeHelpRequest, askForHelp, resolveHelpRequest } from "#contract/help/requests.ts";
import { checkPictures } from "#tests/support/due-work.ts";
import { join, type Person, reyesFamily, staySignedIn } from "#tests/support/people.ts";
import { asPhoto, photo, photoBytes } from "#tests/support/photos.ts";
import { useServer } from "#tests/support/server.ts";

const server = useServer();

const key = (name: string) => ({ headers: { "idempotency-key": name } });
const circle = { kind: "circle", x: 0.5, y: 0.25, radius: 0.1 } as const;

async function familyWithRequest() {
  const family = await reyesFamily(server());
  const { id } = await family.rose.client.call(askForHelp, { body: { text: "My TV is blue." } });
  return { ...family, params: { id } };
}

type Thread = Awaited<ReturnType<typeof familyWithRequest>>;

const show = async ({ params }: Pick<Thread, "params">, by: Person, name = "a picture") =>
  await by.client.call(addPicture, { params, ...key(name), upload: await photo() });

const threadFor = ({ params }: Pick<Thread, "params">, { client }: Person) =>
  client.call(listReplies, { params });

const refusal = async (by: Person, endpoint: EndpointShape, parts: object) => {
  const { status, body } = await by.client.ask<EndpointShape>(endpoint, parts);
  return [status, body] as const;
};

test("the family reads Rose's picture, and she reads the marks that come back, in their order", async () => {
  const thread = await familyWithRequest();
  const { anna, rose, params } = thread;
  const { picture } = await show(thread, rose);
  const body = { words: "Press this one.", pictureId: picture?.id, marks: [circle] };
  await anna.client.call(addReply, { params, ...key("an answer"), body });
  expect(await threadFor(thread, rose)).toMatchObject([
    { person: { name: "Rose" }, words: null, picture: { width: 64, height: 48 }, marks: [] },
    { person: { name: "Anna Reyes" }, words: "Press this one.", picture, marks: [circle] },
  ]);
});

test("a picture is served only to its own family, with headers that keep it private and from being executed", async () => {
  const thread = await familyWithRequest();
  const { rose, anna } = thread;
  const { picture } = await show(thread, rose);
  const path = getHelpPicture.path.replace(":id", String(picture?.id));
  const response = await anna.client.fetch("GET", path);
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-type": "image/jpeg",
    "cache-control": "private, no-cache",
    "x-content-type-options": "nosniff",
    "content-disposition": `attachment; filename="picture-${picture?.id}.jpg"`,
    "content-security-policy": expect.stringContaining("default-src 'none'"),
    vary: "cookie, authorization",
  });
  const etag = response.headers.get("etag") ?? "";
  expect((await anna.client.fetch("GET", path, { headers: { "if-none-match": etag } })).status).toBe(304);
  const { anna: stranger } = await reyesFamily(server());
  expect((await stranger.client.fetch("GET", path)).status).toBe(404);
  const walter = await join(server(), anna, "grandparent", "Walter");
  expect((await walter.client.fetch("GET", path)).status).toBe(404);
});

test("a picture that is sent twice with one key is stored once", async () => {
  const thread = await familyWithRequest();
  const [first, second] = await Promise.all([show(thread, thread.rose), show(thread, thread.rose)]);
  expect(second).toEqual(first);
  expect(await show(thread, thread.rose)).toEqual(first);
  expect(await threadFor(thread, thread.rose)).toHaveLength(1);
});

test("a request takes six pictures, even when more arrive at once", async () => {
  const thread = await familyWithRequest();
  const { rose, params } = thread;
  const upload = await photo();
  const sent = Array.from({ length: 8 }, (_, at) =>
    rose.client.ask(addPicture, { params, ...key(`picture ${at}`), upload }),
  );
  const statuses = (await Promise.all(sent)).map(({ status }) => status).sort();
  expect(statuses).toEqual([...Array(6).fill(201), 409, 409]);
  expect(await threadFor(thread, rose)).toHaveLength(6);
});

test("two helpers who mark one picture at once each send their own reply", async () => {
  const thread = await familyWithRequest();
  const { anna, ben, rose, params } = thread;
  const { picture } = await show(thread, rose);
  const body = { pictureId: picture?.id, marks: [circle] };
  await Promise.all([anna, ben].map(({ client }) => client.call(addReply, { params, ...key("a"), body })));
  const names = (await threadFor(thread, rose)).map(({ person }) => person.name);
  expect(names.slice(1).sort()).toEqual(["Anna Reyes", "Ben"]);
});

test("a receipt says who has seen which reply, once, and never names the sender", async () => {
  const thread = await familyWithRequest();
  const { anna, rose, params } = thread;
  const first = await show(thread, rose, "first");
  const body = { words: "Which one?" };
  const answer = await anna.client.call(addReply, { params, ...key("a"), body });
  for (let times = 0; times < 2; times++)
    await anna.client.call(recordRepliesSeen, { params, body: { replyId: answer.id } });
  await show(thread, rose, "second");
  const seen = (await threadFor(thread, rose)).map(({ seenBy }) => seenBy.map(({ person }) => person.name));
  expect(first.seenBy).toEqual([]);
  expect(seen).toEqual([["Anna Reyes"], [], []]);
});

test("a closed request refuses words and pictures, and still shows the existing ones", async () => {
  const thread = await familyWithRequest();
  const { anna, rose, params } = thread;
  const sent = await show(thread, rose);
  await anna.client.call(resolveHelpRequest, { params });
  const closed = { message: "This was not sent, because the request is closed.", code: "conflict" };
  const words = { params, ...key("late"), body: { words: "Is it blue?" } };
  expect(await refusal(anna, addReply, words)).toEqual([409, closed]);
  expect(await refusal(rose, addPicture, { params, ...key("late"), upload: await photo() })).toEqual([
    409,
    closed,
  ]);
  expect(await show(thread, rose)).toMatchObject({ id: sent.id });
  expect(await threadFor(thread, rose)).toHaveLength(1);
});

test("what a helper wrote stays when they leave the family", async () => {
  const thread = await familyWithRequest();
  const { anna, ben, rose, params } = thread;
  await ben.client.call(acknowledgeHelpRequest, { params });
  await ben.client.call(addReply, { params, ...key("a"), body: { words: "I'm on my way." } });
  await anna.client.call(removeMember, { params: { id: ben.id } });
  expect(await threadFor(thread, rose)).toMatchObject([{ person: { name: "Ben" }, words: "I'm on my way." }]);
});

test("marks are refused on a picture of another request", async () => {
  const [thread, other] = [await familyWithRequest(), await familyWithRequest()];
  const { picture } = await show(other, other.rose);
  const body = { pictureId: picture?.id, marks: [circle] };
  const { params } = thread;
  expect((await thread.anna.client.ask(addReply, { params, ...key("a"), body })).status).toBe(409);
});

test.each([
  ["no words and no marks", {}],
  ["marks without a picture", { marks: [circle] }],
  ["a place outside of the picture", { pictureId: 1, marks: [{ ...circle, x: 1.2 }] }],
  ["a mark that does not exist", { pictureId: 1, marks: [{ ...circle, kind: "script" }] }],
])("a reply with %s is refused", async (_, body) => {
  const { anna, params } = await familyWithRequest();
  expect((await anna.client.ask(addReply, { params, ...key("a"), body })).status).toBe(400);
});

test("a file that is too large is refused before it is read, and so is one that is not an image", async () => {
  const { rose, params } = await familyWithRequest();
  const large = asPhoto(new Uint8Array(50_000_000));
  const [status, problem] = await refusal(rose, addPicture, { params, ...key("a"), upload: large });
  expect([status, problem]).toEqual([
    413,
    { message: "This file is too large. It can be at most 2 MB.", code: "too-large" },
  ]);
  const page = asPhoto(new Uint8Array(await photoBytes()), "text/html");
  expect((await refusal(rose, addPicture, { params, ...key("a"), upload: page }))[0]).toBe(415);
});

test.each([
  ["what is no picture", "Hello", "This is not a photo that we can read. Please choose a JPEG, PNG or WebP."],
  [
    "a HEIC photo",
    "\0\0\0\x18ftypheic",
    "Photos in the HEIC format can't be read here. Please save it as JPEG and try again.",
  ],
  [
    "a drawing with a script",
    "<svg><script>alert(1)</script></svg>",
    "This is not a photo that we can read. Please choose a JPEG, PNG or WebP.",
  ],
  ["half of a photo", undefined, "This picture is damaged. Please take it again."],
])("%s is refused in plain words, and what the thread had stays", async (_, text, message) => {
  const thread = await familyWithRequest();
  const { rose, params } = thread;
  const { picture } = await show(thread, rose);
  const half = async () => (await photoBytes({ width: 400, height: 400, isNoisy: true })).subarray(0, 20_000);
  const bytes = text === undefined ? await half() : Buffer.from(text, "latin1");
  const refused = await refusal(rose, addPicture, {
    params,
    ...key("b"),
    upload: asPhoto(new Uint8Array(bytes)),
  });
  expect(refused).toEqual([400, { message, code: "invalid" }]);
  expect(await threadFor(thread, rose)).toMatchObject([{ picture }]);
});

test("a picture is deleted 90 days after its request was closed, but its words stay, and so does a kept picture", async () => {
  const thread = await familyWithRequest();
  const { anna, rose, params } = thread;
  const [gone, kept] = [await show(thread, rose, "gone"), await show(thread, rose, "kept")];
  const body = { words: "Press this one.", pictureId: gone.picture?.id, marks: [circle] };
  await anna.client.call(addReply, { params, ...key("a"), body });
  await anna.client.call(keepHelpPicture, { params: { id: kept.picture?.id ?? 0 }, body: { isKept: true } });
  const pass = async (days: number) => {
    server().clock.advance(days * dayMs);
    await staySignedIn(server());
    await checkPictures(server().world);
  };
  await pass(30);
  await anna.client.call(resolveHelpRequest, { params });
  await pass(89);
  expect(await threadFor(thread, anna)).toHaveLength(3);
  await pass(2);
  expect(await threadFor(thread, anna)).toMatchObject([
    { picture: { id: kept.picture?.id, isKept: true } },
    { words: "Press this one.", picture: null, marks: [] },
  ]);
});
