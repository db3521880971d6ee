import { expect, test } from "vitest";
import { dayMs } from "#contract/durations.ts";
import type { EndpointShape } from "#contract/endpoint.ts";
import {
  addVoiceMessage,
  getHelpVoiceMessage,
  keepHelpVoiceMessage,
  listReplies,
  recordRepliesSeen,
  recordVoiceMessageHeard,
} from "#contract/help/replies.ts";
import { askForHelp, resolveHelpRequest } from "#contract/help/requests.ts";
import { checkVoiceMessages } from "#tests/support/due-work.ts";
import { join, type Person, reyesFamily, staySignedIn } from "#tests/support/people.ts";
import { asRecording, damagedRecording, recording } from "#tests/support/recordings.ts";
import { useServer } from "#tests/support/server.ts";

const server = useServer();

const key = (name: string) => ({ headers: { "idempotency-key": name } });

async function familyWithRequest() {
  const family = await reyesFamily(server());
  const { id } = await family.rose.client.call(askForHelp, { body: { text: "My TV is blue." } });
  return { ...family, params: { id } };
}

type Thread = Awaited<ReturnType<typeof familyWithRequest>>;

const say = ({ params }: Pick<Thread, "params">, by: Person, name = "a voice message") =>
  by.client.call(addVoiceMessage, { params, ...key(name), upload: recording() });

const threadFor = ({ params }: Pick<Thread, "params">, { client }: Person) =>
  client.call(listReplies, { params });

const refusal = async (by: Person, endpoint: EndpointShape, parts: object) => {
  const { status, body } = await by.client.ask<EndpointShape>(endpoint, parts);
  return [status, body] as const;
};

async function saidOnce() {
  const thread = await familyWithRequest();
  const { id, voiceMessage } = await say(thread, thread.rose);
  const message = { params: { id: voiceMessage?.id ?? 0 } };
  return { ...thread, replyId: id, message, path: `/api/help-voice-messages/${message.params.id}` };
}

test("the family hears Rose, and she hears their answer, in order", async () => {
  const thread = await familyWithRequest();
  await say(thread, thread.rose);
  await say(thread, thread.anna);
  const voiceMessage = { durationMs: 1_017, isKept: false };
  expect(await threadFor(thread, thread.rose)).toMatchObject([
    { person: { name: "Rose" }, words: null, picture: null, voiceMessage },
    { person: { name: "Anna Reyes" }, words: null, picture: null, voiceMessage },
  ]);
});

test("a voice message is served only to its own family, whole and in parts", async () => {
  const { anna, path } = await saidOnce();
  const get = (by: Person, headers = {}) => by.client.fetch("GET", path, { headers });
  const whole = await get(anna);
  const bytes = Buffer.from(await whole.arrayBuffer());
  const etag = whole.headers.get("etag") ?? "";
  expect(whole.status).toBe(200);
  expect(Object.fromEntries(whole.headers)).toMatchObject({
    "accept-ranges": "bytes",
    "content-type": "audio/mpeg",
    "cache-control": "private, no-cache",
    "content-disposition": expect.stringMatching(/^attachment; filename="voice-message-\d+\.mp3"$/),
    "content-security-policy": expect.stringMatching(/default-src 'none'.*media-src 'self' blob:/),
    vary: "cookie, authorization",
  });
  // Safari asks for two bytes before it plays anything.
  const start = await get(anna, { range: "bytes=0-1" });
  expect([start.status, start.headers.get("content-range")]).toEqual([206, `bytes 0-1/${bytes.length}`]);
  expect(Buffer.from(await start.arrayBuffer())).toEqual(bytes.subarray(0, 2));
  const rest = await get(anna, { range: "bytes=100-", "if-range": etag });
  expect(Buffer.from(await rest.arrayBuffer())).toEqual(bytes.subarray(100));
  expect((await get(anna, { range: "bytes=0-1", "if-range": '"another"' })).status).toBe(200);
  const beyond = await get(anna, { range: `bytes=${bytes.length}-` });
  expect([beyond.status, beyond.headers.get("content-range")]).toEqual([416, `bytes */${bytes.length}`]);
  expect(beyond.headers.get("content-type")).toContain("application/json");
  const { anna: stranger } = await reyesFamily(server());
  const walter = await join(server(), anna, "grandparent", "Walter");
  for (const other of [stranger, walter]) expect((await get(other, { range: "bytes=0-1" })).status).toBe(404);
});

test("the sender learns who has listened to all of it, which is more than seeing the thread", async () => {
  const thread = await saidOnce();
  const { anna, ben, rose, params, replyId, message } = thread;
  await anna.client.call(recordRepliesSeen, { params, body: { replyId } });
  expect(await threadFor(thread, rose)).toMatchObject([{ seenBy: [] }]);
  for (const listener of [anna, anna, ben, rose])
    await listener.client.call(recordVoiceMessageHeard, message);
  const [{ seenBy } = { seenBy: [] }] = await threadFor(thread, rose);
  expect(seenBy.map(({ person }) => person.name)).toEqual(["Anna Reyes", "Ben"]);
  const walter = await join(server(), anna, "grandparent", "Walter");
  const { anna: stranger } = await reyesFamily(server());
  for (const other of [walter, stranger])
    expect((await other.client.ask(recordVoiceMessageHeard, message)).status).toBe(404);
});

test("a request takes six voice messages in addition to its pictures, one for each key, even when all arrive at once", async () => {
  const thread = await familyWithRequest();
  const { rose, params } = thread;
  const names = ["a", "a", ...Array.from({ length: 7 }, (_, at) => `message ${at}`)];
  const sent = names.map((name) =>
    rose.client.ask(addVoiceMessage, { params, ...key(name), upload: recording() }),
  );
  const answers = await Promise.all(sent);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(2);
  const thirteenth = { params, ...key("another"), upload: recording() };
  const tooMany = { message: "This request already has six voice messages. Please call.", code: "conflict" };
  expect(await refusal(rose, addVoiceMessage, thirteenth)).toEqual([409, tooMany]);
  expect(await threadFor(thread, rose)).toHaveLength(6);
});

test("a closed request takes no new voice message, and still plays the existing ones", async () => {
  const thread = await saidOnce();
  const { anna, rose, params, replyId } = thread;
  await anna.client.call(resolveHelpRequest, { params });
  const closed = { message: "This was not sent, because the request is closed.", code: "conflict" };
  const late = { params, ...key("late"), upload: recording() };
  expect(await refusal(rose, addVoiceMessage, late)).toEqual([409, closed]);
  expect(await say(thread, rose)).toMatchObject({ id: replyId });
});

test("a file that is not a recording is refused with a message, and nothing is stored", async () => {
  const thread = await familyWithRequest();
  const { rose, params } = thread;
  const send = (upload: Blob) => refusal(rose, addVoiceMessage, { params, ...key("a"), upload });
  const unreadable = "This is not a recording that we can read. Please record it again.";
  expect(await send(damagedRecording)).toEqual([400, { message: unreadable, code: "invalid" }]);
  const large = "This file is too large. It can be at most 500 KB.";
  expect(await send(asRecording(new Uint8Array(50_000_000)))).toEqual([
    413,
    { message: large, code: "too-large" },
  ]);
  const page = asRecording(new Uint8Array(await recording().arrayBuffer()), "text/html");
  expect(await send(page)).toEqual([415, { message: "Please send a recording.", code: "wrong-type" }]);
  expect(await threadFor(thread, rose)).toEqual([]);
});

test("a voice message is deleted 90 days after its request was closed, unless the family keeps it", async () => {
  const thread = await familyWithRequest();
  const { anna, rose, params } = thread;
  await say(thread, rose, "gone");
  const { voiceMessage } = await say(thread, rose, "kept");
  const keeping = { params: { id: voiceMessage?.id ?? 0 }, body: { isKept: true } };
  expect((await rose.client.ask(keepHelpVoiceMessage, keeping)).status).toBe(403);
  await anna.client.call(keepHelpVoiceMessage, keeping);
  const pass = async (days: number) => {
    server().clock.advance(days * dayMs);
    await staySignedIn(server());
    await checkVoiceMessages(server().world);
  };
  await pass(30);
  await anna.client.call(resolveHelpRequest, { params });
  await pass(89);
  expect(await threadFor(thread, anna)).toHaveLength(2);
  await pass(2);
  expect(await threadFor(thread, anna)).toMatchObject([{ voiceMessage: { ...voiceMessage, isKept: true } }]);
  await anna.client.call(keepHelpVoiceMessage, { ...keeping, body: { isKept: false } });
  await pass(0);
  expect(await threadFor(thread, anna)).toEqual([]);
  expect((await anna.client.ask(getHelpVoiceMessage, { params: keeping.params })).status).toBe(404);
});
