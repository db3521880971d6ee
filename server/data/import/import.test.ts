import { buffer } from "node:stream/consumers";
import { beforeAll, expect, test } from "vitest";
import { getStatus } from "#contract/accounts/sign-in.ts";
import { listActivity } from "#contract/activity.ts";
import { downloadAccount } from "#contract/data/account-export.ts";
import { FamilyExport } from "#contract/data/family-export.ts";
import { importFamily } from "#contract/data/family-import.ts";
import { getFamily, leaveFamily } from "#contract/families.ts";
import { getGuidePicture, listGuides } from "#contract/help/guides.ts";
import { listFamilyPhrases } from "#contract/help/phrases.ts";
import { promiseHelp } from "#contract/help/promises.ts";
import { askForHelp } from "#contract/help/requests.ts";
import { giveVerdict } from "#contract/help/scams.ts";
import { getThingPicture, listThings } from "#contract/help/things.ts";
import { createInvitation } from "#contract/invitations.ts";
import { zipOf } from "#server/data/export/zip-file.ts";
import { daysOf, plan, said } from "#tests/support/events.ts";
import { dataIn, exportOf, livelyFamily, uploadOf, zipWith } from "#tests/support/family-file.ts";
import { type Person, reyesFamily, signUp } from "#tests/support/people.ts";
import { sendPicture } from "#tests/support/photos.ts";
import { startServer, useServer } from "#tests/support/server.ts";
import { unzip } from "#tests/support/zip.ts";

const server = useServer();
const other = useServer();

const bring = ({ client }: Person, zip: Buffer) => client.ask(importFamily, uploadOf(zip));
const statusOf = ({ client }: Person) => client.call(getStatus);

/** Everything that a family consists of except its people and the ids. Events are named by their content. */
function withoutIds(zip: Buffer) {
  const { family, events, guides, helpPhrases, things, escalationPlans, localEvents, puzzles } =
    FamilyExport.parse(JSON.parse(dataIn(zip)));
  const titles = new Map(events.map(({ id, title }) => [id, title]));
  const isOfFamily = (id: number) => id >= 10_000;
  return {
    family: family.map(({ id: _, ...rest }) => rest),
    events: events.map(({ id: _, people: __, seriesId, ...rest }) => ({
      ...rest,
      series: seriesId && titles.get(seriesId),
    })),
    guides: guides.map(({ title, phrase, thing, copyOf, writtenAt, steps }) => ({
      ...{ title, phrase, thing, copyOf, writtenAt },
      steps: steps.map(({ picture, ...step }) => ({ ...step, hasPicture: unzip(zip).has(picture ?? "") })),
    })),
    helpPhrases: helpPhrases.map(({ id, position, ...rest }) => ({
      ...{ ...rest, id: isOfFamily(id) ? "own" : id },
      // An edited phrase has the id that it had before as its position.
      position: position !== null && isOfFamily(position) ? null : position,
    })),
    escalationPlans: escalationPlans.map(({ steps, quietFrom, quietUntil }) => ({
      steps,
      quietFrom,
      quietUntil,
    })),
    things: things.map(({ name, room, notes, picture }) => ({
      ...{ name, room, notes, hasPicture: unzip(zip).has(picture ?? "") },
    })),
    localEvents: localEvents.map(({ id: _, ...rest }) => rest),
    puzzles: puzzles.map(({ id: _, ...rest }) => rest),
  };
}

async function* textOf(content: string): AsyncGenerator<string> {
  yield content;
}

const sorted = <Row>(rows: Row[]) =>
  rows.toSorted((one, two) => JSON.stringify(one).localeCompare(JSON.stringify(two)));

let family: Awaited<ReturnType<typeof livelyFamily>>;
let zip: Buffer;
beforeAll(async () => {
  family = await livelyFamily(server());
  zip = await exportOf(family.anna);
  other().clock.advance(server().clock.now().getTime() - other().clock.now().getTime());
});

/** Signs somebody up on the other server. */
const signUpThere = () => signUp(other(), { name: "Nora Nash" });

test("an export of one server opens on another, and is exported there unchanged except for ids and people", async () => {
  const { anna } = family;
  const newcomer = await signUpThere();
  const { status, body } = await bring(newcomer, zip);
  expect(status).toBe(201);
  const [before, after] = [withoutIds(zip), withoutIds(await exportOf(newcomer))];
  expect(sorted(after.helpPhrases)).toEqual(sorted(before.helpPhrases));
  expect({ ...after, helpPhrases: [] }).toEqual({ ...before, helpPhrases: [] });
  const phrasesOf = async ({ client }: Person) =>
    (await client.call(listFamilyPhrases)).map(({ phrases }) =>
      phrases.map(({ phrase, isHidden }) => ({ phrase, isHidden })),
    );
  expect(await phrasesOf(newcomer)).toEqual(await phrasesOf(anna));
  const weeks = (person: Person) => daysOf(person, "2027-01-11", "2027-02-14");
  expect((await weeks(newcomer)).map(said)).toEqual((await weeks(anna)).map(said));
  expect(await newcomer.client.call(getFamily)).toMatchObject({
    ...{
      id: body.familyId,
      name: "The Stones",
      timeZone: "Europe/London",
      country: "GB",
      puzzleLibrary: false,
    },
    members: [{ name: "Nora Nash", role: "admin" }],
  });
});

test("the answer lists what was imported, what was not, and who can be invited", async () => {
  const { anna, ben, rose } = family;
  const newcomer = await signUp(other(), { phoneNumber: anna.phoneNumber });
  const { body } = await bring(newcomer, zip);
  expect(body).toEqual({
    ...{ familyId: body.familyId, familyName: "The Stones", leftFamily: "The Reyes family" },
    brought: {
      events: 7,
      localEvents: 1,
      puzzles: 2,
      helpPhrases: 2,
      escalationPlans: 1,
      things: 1,
      guides: 1,
    },
    left: { helpRequests: 0, activity: expect.any(Number), calendars: ["Library"] },
    people: [
      { name: "Ben", role: "child", phoneNumber: ben.phoneNumber },
      { name: "Rose", role: "grandparent", phoneNumber: rose.phoneNumber },
    ],
  });
  const { activity } = await newcomer.client.call(listActivity);
  expect(activity).toMatchObject([{ who: anna.name, change: { kind: "family-imported" } }]);
  const invitation = { ...body.people[1], email: null, familyId: body.familyId };
  expect((await newcomer.client.ask(createInvitation, { body: invitation })).status).toBe(201);
});

test("the pictures of guides are imported, and an invalid or too large one is refused", async () => {
  const newcomer = await signUpThere();
  await bring(newcomer, zip);
  const [guide] = await newcomer.client.call(listGuides);
  expect(guide).toMatchObject({
    ...{ title: "Quiet the radio", phrase: { words: "My radio hums." }, writtenBy: null },
    steps: [
      { sentence: "Turn it off.", picture: { width: 640 } },
      { sentence: "Turn it on.", picture: null },
    ],
  });
  const id = guide?.steps[0]?.picture?.id ?? 0;
  expect((await newcomer.client.fetch("GET", getGuidePicture.path.replace(":id", String(id)))).status).toBe(
    200,
  );
  const file = [...unzip(zip).keys()].find((name) => name.startsWith("guides/")) ?? "";
  const withPicture = async (content: string) =>
    await buffer(
      zipOf(
        [
          { name: "data.json", parts: () => textOf(dataIn(zip)) },
          { name: file, parts: () => textOf(content) },
        ],
        new Date("2026-11-20"),
      ),
    );
  expect(await refusalOf(await withPicture("<svg></svg>"))).toBe(
    `The picture ${file} in this file can't be read.`,
  );
  expect(await refusalOf(await withPicture("x".repeat(2_000_001)))).toBe(
    "This file is too large once it is unpacked.",
  );
});

test("a thing around the house is imported with its picture and its guide", async () => {
  const newcomer = await signUpThere();
  await bring(newcomer, zip);
  const [thing] = await newcomer.client.call(listThings);
  const [guide] = await newcomer.client.call(listGuides);
  const guides = [{ id: guide?.id, title: "Quiet the radio" }];
  expect(thing).toMatchObject({ name: "Radio", room: "Kitchen", picture: { width: 64, height: 48 }, guides });
  const path = getThingPicture.path.replace(":id", String(thing?.picture?.id));
  expect((await newcomer.client.fetch("GET", path)).status).toBe(200);
});

test("a family in which something was entered stays, and so does one that the person has already left", async () => {
  const newcomer = await signUpThere();
  await plan(newcomer);
  expect((await bring(newcomer, zip)).body).toMatchObject({ leftFamily: null });
  expect((await statusOf(newcomer)).user.families).toHaveLength(2);
  const carl = await signUp(other(), { name: "Carl Nash" });
  await carl.client.call(leaveFamily);
  expect((await bring(carl, zip)).body).toMatchObject({ leftFamily: null });
  expect((await statusOf(carl)).user).toMatchObject({ role: "admin", families: [{ name: "The Stones" }] });
});

test("a family is imported to the server that it came from as a second family", async () => {
  const { anna } = family;
  const { body } = await bring(anna, zip);
  expect(body.familyId).not.toBe(anna.familyId);
  expect((await statusOf(anna)).user.families.map(({ id }) => id)).toEqual([anna.familyId, body.familyId]);
});

const families = () => other().database.kysely.selectFrom("families").select("id").execute();

/** Checks that nothing of a refused file was stored, and that the newcomer's own family is unchanged. */
async function refusalOf(zip: Buffer): Promise<string> {
  const newcomer = await signUpThere();
  const before = await families();
  const { status, body } = await newcomer.client.ask(importFamily, uploadOf(zip));
  expect(status).toBe(400);
  expect(await families()).toEqual(before);
  expect((await statusOf(newcomer)).user).toMatchObject({ familyId: newcomer.familyId });
  return (body as unknown as { message: string }).message;
}

const isDamaged = "This file is damaged, or it isn't a ZIP. Please download it again.";
const isNotOurs = "This isn't a ZIP with a family's data from Porchlight.";

/** The size of an entry in the central directory of a ZIP (APPNOTE 4.3.12), before the file name. */
const directoryEntrySize = 46;
const checksumOffset = 16;

test("a file that is not a ZIP, is cut off or damaged is refused", { timeout: 30_000 }, async () => {
  expect(await refusalOf(Buffer.from("hello"))).toBe(isDamaged);
  expect(await refusalOf(Buffer.alloc(0))).toBe(isDamaged);
  for (const part of [0.1, 0.5, 0.99])
    expect(await refusalOf(zip.subarray(0, zip.length * part))).toBe(isDamaged);
  const flippedAt = (place: number) => {
    const flipped = Buffer.from(zip);
    flipped.writeUInt8(zip.readUInt8(place) ^ 1, place);
    return flipped;
  };
  const entry = zip.lastIndexOf("data.json") - directoryEntrySize;
  expect(await refusalOf(flippedAt(entry + checksumOffset))).toBe(isDamaged);
  expect(await refusalOf(flippedAt(zip.indexOf("data.json") + 200))).toContain("Please download it again.");
});

test("a ZIP with other content, with paths that lead elsewhere, or with two data files is refused", async () => {
  expect(await refusalOf(await zipWith("{}", "other.json"))).toBe(isNotOurs);
  expect(await refusalOf(await zipWith(dataIn(zip), "data.json", "data.json"))).toBe(isNotOurs);
  const pathTo = async (path: string) => {
    const zip = await zipWith("{}", "a".repeat(path.length));
    return Buffer.from(zip.toString("latin1").replaceAll("a".repeat(path.length), path), "latin1");
  };
  for (const path of ["../../data.json", "/etc/data.json", "C:/data.json", "..\\data.json"])
    expect(await refusalOf(await pathTo(path))).toBe(isDamaged);
  const newcomer = await signUpThere();
  const account = await newcomer.client.fetch("GET", downloadAccount.path);
  expect(await refusalOf(Buffer.from(await account.arrayBuffer()))).toBe(
    "This file has the data of one person. Please choose the file of a family.",
  );
});

test("a ZIP that unpacks to far more than its size takes no memory and is refused", {
  timeout: 30_000,
}, async () => {
  const [head = ""] = dataIn(zip).split('"helpRequests": [\n');
  const request = {
    ...{ id: 1, words: "x".repeat(200_000), askedAt: "2026-11-20T13:05:00.000Z", closedAt: null },
    ...{ state: "ACCEPTED", isUrgent: false, askedById: 1, askedBy: "Rose", helperId: null, helper: null },
  };
  const bomb = await zipWith(async function* () {
    yield `${head}"helpRequests": [\n`;
    for (let count = 0; count < 600; count += 1) yield `${JSON.stringify(request)},\n`;
  }, "data.json");
  expect(bomb.length).toBeLessThan(500_000);
  const before = process.memoryUsage().rss;
  expect(await refusalOf(bomb)).toBe("This file is too large once it is unpacked.");
  const megabytes = Math.round((process.memoryUsage().rss - before) / 1024 / 1024);
  process.stdout.write(`  import of 100 MB: ${megabytes} MB more\n`);
  expect(megabytes).toBeLessThan(120);
});

test("a file of more than 50 MB is refused, and the browser hears why", { timeout: 30_000 }, async () => {
  expect(await refusalOf(Buffer.alloc(51 * 1024 * 1024))).toBe(
    "This file is larger than 50 MB, so it can't be opened here.",
  );
});

test("a request without a file is refused", async () => {
  const newcomer = await signUpThere();
  expect(await newcomer.client.ask(importFamily)).toMatchObject({
    ...{ status: 400, body: { message: "Please choose a file." } },
  });
  expect(await newcomer.client.ask(importFamily, { body: { data: "{}" } })).toMatchObject({
    ...{ status: 415, body: { message: "Please send a ZIP file." } },
  });
});

test("data that Porchlight did not write is refused", { timeout: 60_000 }, async () => {
  const data = dataIn(zip);
  const refusedAs = async (change: (data: string) => string) => {
    expect(change(data)).not.toBe(data);
    return await refusalOf(await zipWith(change(data), "data.json"));
  };
  const notAsWritten = (where: string) =>
    `This file isn't as Porchlight wrote it (${where}). Please download it again.`;
  expect(await refusedAs(() => "[]")).toBe(notAsWritten("the first line"));
  expect(await refusedAs((text) => text.replace('"version":1', '"version":2'))).toBe(
    "This file is from a newer Porchlight. Please ask the person who runs this server to update it.",
  );
  expect(await refusedAs((text) => text.slice(0, -4))).toBe(notAsWritten("the end is missing"));
  expect(await refusedAs((text) => text.slice(0, text.indexOf('"puzzles"')))).toBe(
    notAsWritten("the end is missing"),
  );
  expect(await refusedAs((text) => text.replace('"title":"Wedding"', '"title":7'))).toBe(
    notAsWritten("events, row 1"),
  );
  expect(await refusedAs((text) => text.replace('"title":"Wedding"', '"title":"W","role":"admin"'))).toBe(
    notAsWritten("events, row 1"),
  );
  expect(await refusedAs((text) => text.replace('"puzzles": [', '"sessions": ['))).toBe(
    notAsWritten("sessions"),
  );
  expect(await refusedAs((text) => `${text}{}\n`)).toBe(notAsWritten("the end"));
  const family = /\{"id":\d+,"name":"The Stones".*\}/.exec(data)?.[0] ?? "";
  expect(await refusedAs((text) => text.replace(family, `${family},\n${family}`))).toBe(
    "This file has more under “The family” than a family here can have (1).",
  );
});

test("a value that nobody could have typed is refused, and named", { timeout: 60_000 }, async () => {
  const data = dataIn(zip);
  const reasonFor = async (from: string | RegExp, to: string) => {
    expect(data.replace(from, to)).not.toBe(data);
    return await refusalOf(await zipWith(data.replace(from, to), "data.json"));
  };
  const about = (name: string, reason: string) => `“${name}” in this file can't be imported: ${reason}.`;
  expect(await reasonFor('"title":"Wedding"', '"title":""')).toBe(about("", "Title is required"));
  expect(await reasonFor('"startsOnClock":"1998-06-06', '"startsOnClock":"1998-06-31')).toBe(
    about("Wedding", "that date and time doesn't exist"),
  );
  expect(await reasonFor('"endsOnClock":"1998', '"endsOnClock":"1997')).toBe(
    about("Wedding", "it ends before it starts"),
  );
  expect(await reasonFor("FREQ=WEEKLY;BYDAY=TU", "FREQ=SECONDLY")).toContain("Events repeat daily, weekly");
  expect(await reasonFor(/"seriesId":\d+/, '"seriesId":999999999')).toBe(
    "“Bridge at Ida's” in this file belongs to a series that isn't there.",
  );
  expect(await reasonFor('"name":"The Stones"', '"name":"Win at prize.example.com"')).toContain(
    "web addresses",
  );
  expect(await reasonFor('"timeZone":"Europe/London"', '"timeZone":"Mars/Olympus"')).toContain("time zone");
  expect(await reasonFor('"correctAnswer":"Mars"', '"correctAnswer":"Pluto"')).toContain(
    "The correct answer must be one of the options",
  );
  expect(await reasonFor('"words":"My radio hums."', '"words":"Call www.example.com"')).toContain(
    "web addresses",
  );
  expect(await reasonFor(/"exceptions":\["2026-12-01/, '"exceptions":["2026-12-41')).toBe(
    about("Bridge", "one of its dates doesn't exist"),
  );
  expect(await reasonFor(/"position":\d+/, '"position":3000000000')).toContain("can't be imported");
  expect(await reasonFor('"after":0', '"after":-5')).toContain("isn't as Porchlight wrote it");
});

test("replies about requests stay in the file, and are no reason to refuse it", async () => {
  const { anna, rose } = await reyesFamily(server());
  const { id } = await rose.client.call(askForHelp, { body: { phraseId: 901 } });
  const params = { id };
  await anna.client.call(promiseHelp, { params, body: { kind: "CALLING" } });
  await anna.client.call(giveVerdict, { params, body: { verdict: "FINE" } });
  await sendPicture(rose.client, id);
  const { status, body } = await bring(await signUpThere(), await exportOf(anna));
  expect([status, body]).toMatchObject([201, { left: { helpRequests: 1 } }]);
});

test("a lone surrogate is no reason to lose the rest", async () => {
  const halved = dataIn(zip).replace('"title":"Wedding"', '"title":"Wed\\ud800ding"');
  expect((await bring(await signUpThere(), await zipWith(halved, "data.json"))).status).toBe(201);
});

test("more than a family may have here is refused, so that a file is no way around the limits", async () => {
  const small = await startServer({
    limits: { puzzlesPerFamily: 1, seriesPerFamily: 200, eventsPerFamily: 3_000, phrasesPerCategory: 30 },
  });
  const tight = await startServer({ limits: { seriesPerFamily: 2 } });
  const worded = await startServer({ limits: { phrasesPerCategory: 1 } });
  const messageOn = async (target: typeof small) => {
    const { status, body } = await bring(await signUp(target), zip);
    expect(status).toBe(400);
    return (body as unknown as { message: string }).message;
  };
  expect(await messageOn(small)).toBe(
    "This file has more under “Your own puzzles” than a family here can have (1).",
  );
  expect(await messageOn(tight)).toBe(
    "This file has 3 repeating events, and a family here can have at most 2.",
  );
  expect(await messageOn(worded)).toContain("A category here can have at most 1.");
  for (const each of [small, tight, worded]) await each.stop();
});

test("an eleventh file within a day has to wait", async () => {
  const newcomer = await signUpThere();
  for (let count = 0; count < 10; count += 1)
    expect((await bring(newcomer, Buffer.from("no"))).status).toBe(400);
  expect((await bring(newcomer, Buffer.from("no"))).status).toBe(429);
});
