import { expect, test } from "vitest";
import { requestAccountDeletion } from "#contract/accounts/deletion.ts";
import { dayMs } from "#contract/durations.ts";
import type { EndpointShape } from "#contract/endpoint.ts";
import {
  addGuide,
  changeGuide,
  deleteGuide,
  type Guide,
  getGuidePicture,
  listGuides,
  makeGuideOfRequest,
  maxGuides,
  type NewGuide,
} from "#contract/help/guides.ts";
import { addHelpPhrase, changeHelpPhrase, listHelpPhrases } from "#contract/help/phrases.ts";
import { readyGuides } from "#contract/help/ready-guides.ts";
import { addReply, listReplies } from "#contract/help/replies.ts";
import { askForHelp, resolveHelpRequest } from "#contract/help/requests.ts";
import { downloadAccount } from "#contract/personal-data/account-export.ts";
import { downloadFamily } from "#contract/personal-data/family-export.ts";
import { runDue } from "#server/platform/jobs/queue.ts";
import { queues } from "#server/schedule.ts";
import { countLockWaits } from "#tests/support/database.ts";
import { checkPictures } from "#tests/support/due-work.ts";
import { newGuide } from "#tests/support/guides.ts";
import { type Person, reyesFamily, staySignedIn } from "#tests/support/people.ts";
import { sendGuidePicture, sendPicture } from "#tests/support/photos.ts";
import { useServer } from "#tests/support/server.ts";
import { unzip } from "#tests/support/zip.ts";

const server = useServer();

const circle = { kind: "circle", x: 0.5, y: 0.25, radius: 0.1 } as const;
const key = (name: string) => ({ headers: { "idempotency-key": name } });

const write = ({ client }: Person, body: NewGuide) => client.call(addGuide, { body });
const guidesFor = ({ client }: Person) => client.call(listGuides);
const refusal = async ({ client }: Person, endpoint: EndpointShape, parts: object) => {
  const { status, body } = await client.ask<EndpointShape>(endpoint, parts);
  return [status, (body as { message?: string }).message] as const;
};
const pathOf = (id: number) => getGuidePicture.path.replace(":id", String(id));

test("a reply with a guide that is deleted at that moment is refused with its reason, and is not an error of ours", async () => {
  const { ben, rose } = await reyesFamily(server());
  const guide = await write(ben, newGuide);
  const { id } = await rose.client.call(askForHelp, { body: { phraseId: 101 } });
  const { kysely } = server().database;
  const [replying] = await kysely.transaction().execute(async (trx) => {
    await trx.deleteFrom("guides").where("id", "=", guide.id).execute();
    const sent = [refusal(ben, addReply, { params: { id }, ...key("late"), body: { guideId: guide.id } })];
    await expect.poll(() => countLockWaits(kysely)).toBe(1);
    return sent;
  });
  expect(await replying).toEqual([409, "Someone else got there first. Please check again."]);
});

test("Rose reads what Ben writes, with its picture, its marks and its phrase", async () => {
  const { ben, rose } = await reyesFamily(server());
  const pictureId = await sendGuidePicture(ben.client);
  const steps = [
    { sentence: "Press this one.", pictureId, marks: [circle] },
    { sentence: "Wait.", drawing: "clock" as const },
  ];
  await write(ben, { ...newGuide, steps });
  expect(await guidesFor(rose)).toMatchObject([
    {
      title: "Get the TV picture back",
      writtenBy: { name: "Ben" },
      version: 1,
      thingId: null,
      phrase: { id: 101, words: "My TV isn't working." },
      steps: [
        { sentence: "Press this one.", picture: { id: pictureId, width: 640 }, marks: [circle] },
        { sentence: "Wait.", picture: null, drawing: "clock", marks: [] },
      ],
    },
  ]);
  const picture = await rose.client.fetch("GET", pathOf(pictureId));
  expect(picture.headers.get("content-type")).toBe("image/jpeg");
  expect(picture.headers.get("cache-control")).toContain("private");
});

test("a guide is changed as a whole, and nobody overwrites a change they have not seen", async () => {
  const { anna, ben } = await reyesFamily(server());
  const { id } = await write(ben, newGuide);
  const params = { id };
  const shorter = { ...newGuide, title: "The TV", phraseId: null, steps: [{ sentence: "Call Ben." }] };
  const changed = await anna.client.call(changeGuide, { params, body: { ...shorter, version: 1 } });
  expect(changed).toMatchObject({ title: "The TV", phrase: null, version: 2, writtenBy: { name: "Ben" } });
  expect(changed.steps.map(({ sentence }) => sentence)).toEqual(["Call Ben."]);
  expect(await refusal(ben, changeGuide, { params, body: { ...newGuide, version: 1 } })).toEqual([
    409,
    "Someone else just changed this guide. Copy what you wrote, then open it again.",
  ]);
  expect((await guidesFor(ben))[0]?.title).toBe("The TV");
});

test("a guide without a title or a step, or with a part that does not exist, is refused with the field", async () => {
  const { anna } = await reyesFamily(server());
  const { anna: stranger } = await reyesFamily(server());
  const foreign = await sendGuidePicture(stranger.client);
  const refused = (change: object) => refusal(anna, addGuide, { body: { ...newGuide, ...change } });
  expect(await refused({ title: " " })).toEqual([400, "Please give it a title"]);
  expect(await refused({ steps: [] })).toEqual([400, "Please add a step"]);
  expect(await refused({ steps: [{ sentence: "" }] })).toEqual([400, "Please write what to do"]);
  expect(await refused({ phraseId: 99_999 })).toEqual([409, "This help phrase is no longer there."]);
  expect(await refused({ thingId: 99_999 })).toEqual([409, "This thing is no longer there."]);
  expect(await refused({ steps: [{ sentence: "Look.", pictureId: foreign }] })).toEqual([
    409,
    "A picture of this guide is no longer there. Please take it again.",
  ]);
  const both = { sentence: "Look.", pictureId: foreign, drawing: "clock" };
  expect(await refused({ steps: [both] })).toEqual([400, "A step has a picture or a drawing"]);
  expect(await guidesFor(anna)).toEqual([]);
});

test("a family can have a hundred guides", async () => {
  const { anna } = await reyesFamily(server());
  const row = { family_id: anna.familyId, title: "A guide", written_at: server().clock.now() };
  await server().database.kysely.insertInto("guides").values(Array(maxGuides).fill(row)).execute();
  expect(await refusal(anna, addGuide, { body: newGuide })).toEqual([
    409,
    "There are already 100 guides. Please delete one first.",
  ]);
});

test("pictures that no step shows are deleted: at once when a step drops them, a day later if they were never saved", async () => {
  const { anna, ben } = await reyesFamily(server());
  const [shown, unsaved] = [await sendGuidePicture(anna.client), await sendGuidePicture(anna.client)];
  const step = { sentence: "Press this one.", pictureId: shown };
  const { id } = await write(anna, { ...newGuide, steps: [step] });
  const statuses = () =>
    Promise.all([shown, unsaved].map(async (each) => (await ben.client.fetch("GET", pathOf(each))).status));
  server().clock.advance(dayMs - 1);
  await staySignedIn(server());
  await checkPictures(server().world);
  expect(await statuses()).toEqual([200, 200]);
  server().clock.advance(1);
  await checkPictures(server().world);
  expect(await statuses()).toEqual([200, 404]);
  await anna.client.call(changeGuide, { params: { id }, body: { ...newGuide, version: 1 } });
  expect(await statuses()).toEqual([404, 404]);
});

test("a guide, even a built-in one, is sent as an answer, and disappears from the thread when it is deleted", async () => {
  const { anna, rose } = await reyesFamily(server());
  const { id } = await rose.client.call(askForHelp, { body: { phraseId: 101 } });
  const guide = await write(anna, newGuide);
  const params = { id };
  const send = (name: string, body: object) => anna.client.call(addReply, { params, ...key(name), body });
  await send("own", { guideId: guide.id });
  await send("with words", { guideId: guide.id, words: "Try this." });
  await send("ready", { guideId: "tv-signal" });
  const replies = () => rose.client.call(listReplies, { params });
  expect((await replies()).map(({ words, guide }) => [words, guide])).toEqual([
    [null, { id: guide.id, title: "Get the TV picture back" }],
    ["Try this.", { id: guide.id, title: "Get the TV picture back" }],
    [null, { id: "tv-signal", title: null }],
  ]);
  expect(await refusal(anna, addReply, { params, ...key("own"), body: { guideId: "printer" } })).toEqual([
    422,
    "A different reply was already sent with this key.",
  ]);
  expect(await refusal(anna, addReply, { params, ...key("none"), body: { guideId: 99_999 } })).toEqual([
    409,
    "This guide is no longer there.",
  ]);
  await anna.client.call(deleteGuide, { params: { id: guide.id } });
  expect((await replies()).map(({ words, guide }) => [words, guide?.id])).toEqual([
    ["Try this.", undefined],
    [null, "tv-signal"],
  ]);
});

test("a solved thread becomes a guide: its phrase, and what the helpers showed and said, in order", async () => {
  const { anna, ben, rose } = await reyesFamily(server());
  const { id } = await rose.client.call(askForHelp, { body: { phraseId: 101 } });
  const params = { id };
  const pictureId = await sendPicture(rose.client, id);
  const say = ({ client }: Person, name: string, body: object) =>
    client.call(addReply, { params, ...key(name), body });
  expect(await refusal(ben, makeGuideOfRequest, { params })).toEqual([
    409,
    "Nobody has explained anything here yet, so there is nothing to make a guide from.",
  ]);
  await say(anna, "1", { pictureId, marks: [circle] });
  await say(rose, "2", { words: "Which one?" });
  await say(ben, "3", { words: "Then wait a minute." });
  await say(ben, "4", { guideId: "tv-picture" });
  await anna.client.call(resolveHelpRequest, { params });
  const guide = await ben.client.call(makeGuideOfRequest, { params });
  expect(guide).toMatchObject({
    title: "My TV isn't working",
    phrase: { id: 101 },
    writtenBy: { name: "Ben" },
    steps: [
      { sentence: "Do what the picture shows.", picture: { width: 640 }, marks: [circle] },
      { sentence: "Then wait a minute.", picture: null, marks: [] },
    ],
  });
  server().clock.advance(91 * dayMs);
  await staySignedIn(server());
  await checkPictures(server().world);
  const copy = guide.steps[0]?.picture?.id ?? 0;
  expect((await rose.client.fetch("GET", pathOf(copy))).status).toBe(200);
});

test("a guide follows its phrase when the phrase is changed", async () => {
  const { anna } = await reyesFamily(server());
  const own = await anna.client.call(addHelpPhrase, { body: { categoryId: 1, phrase: "My radio is off." } });
  await write(anna, { ...newGuide, phraseId: own.id });
  const body = { phrase: "My radio hums." };
  await anna.client.call(changeHelpPhrase, { params: { id: own.id }, body });
  expect((await guidesFor(anna))[0]?.phrase?.words).toBe("My radio hums.");
});

test("guides and their pictures are in the export of the family, and of the person who wrote them", async () => {
  const { anna, ben } = await reyesFamily(server());
  const pictureId = await sendGuidePicture(ben.client);
  const { id } = await write(ben, { ...newGuide, steps: [{ sentence: "Press it.", pictureId }] });
  const picture = `guides/${pictureId}.jpg`;
  const exported: Partial<Guide>[] = [];
  for (const [person, { path }] of [[anna, downloadFamily] as const, [ben, downloadAccount] as const]) {
    const files = unzip(Buffer.from(await (await person.client.fetch("GET", path)).arrayBuffer()));
    expect(files.has(picture)).toBe(true);
    exported.push(...JSON.parse(files.get("data.json") ?? "").guides);
  }
  const steps = [{ sentence: "Press it.", picture, drawing: null, marks: [] }];
  expect(exported).toMatchObject([
    { id, title: newGuide.title, phrase: "My TV isn't working.", writtenBy: "Ben", steps },
    { id, title: newGuide.title, familyId: ben.familyId, steps },
  ]);
});

test("a deleted account takes its pictures out of the guides, and the text stays without its author's name", async () => {
  const { anna, ben } = await reyesFamily(server());
  const pictureId = await sendGuidePicture(ben.client);
  await write(ben, { ...newGuide, steps: [{ sentence: "Press it.", pictureId, marks: [circle] }] });
  await ben.client.call(requestAccountDeletion);
  server().clock.advance(7 * dayMs + 1);
  await staySignedIn(server());
  for (const queue of queues) if (queue.name === "account-deletions") await runDue(server().world, queue);
  expect(await guidesFor(anna)).toMatchObject([
    { writtenBy: null, steps: [{ sentence: "Press it.", picture: null, marks: [] }] },
  ]);
  expect((await anna.client.fetch("GET", pathOf(pictureId))).status).toBe(404);
});

test("each of the ten built-in guides belongs to a phrase that people can tap", async () => {
  const { rose } = await reyesFamily(server());
  const lists = await Promise.all(
    [1, 2, 3, 4, 5, 6, 7, 8, 9].map((id) => rose.client.call(listHelpPhrases, { params: { id } })),
  );
  const known = new Set(lists.flat().map(({ phrase }) => phrase));
  expect(readyGuides).toHaveLength(10);
  expect(readyGuides.flatMap(({ phrases }) => phrases).filter((phrase) => !known.has(phrase))).toEqual([]);
});
