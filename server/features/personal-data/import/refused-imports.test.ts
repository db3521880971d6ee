// Files that an import refuses, with nothing of them stored.
import { buffer } from "node:stream/consumers";
import { beforeAll, expect, test } from "vitest";
import { getStatus } from "#contract/accounts/sign-in.ts";
import { downloadAccount } from "#contract/personal-data/account-export.ts";
import { importFamily } from "#contract/personal-data/family-import.ts";
import { zipOf } from "#server/features/personal-data/export/zip-file.ts";
import { dataIn, exportOf, livelyFamily, uploadOf, zipWith } from "#tests/support/family-file.ts";
import { type Person, signUp } from "#tests/support/people.ts";
import { startServer, useServer } from "#tests/support/server.ts";
import { unzip } from "#tests/support/zip.ts";

const server = useServer();

const bring = ({ client }: Person, zip: Buffer) => client.ask(importFamily, uploadOf(zip));

let zip: Buffer;
beforeAll(async () => {
  const { anna } = await livelyFamily(server());
  zip = await exportOf(anna);
});

async function* textOf(content: string): AsyncGenerator<string> {
  yield content;
}

const families = () => server().database.kysely.selectFrom("families").select("id").execute();

/** Checks that nothing of a refused file was stored, and that the newcomer's own family is unchanged. */
async function refusalOf(zip: Buffer): Promise<string> {
  const newcomer = await signUp(server(), { name: "Nora Nash" });
  const before = await families();
  const { status, body } = await bring(newcomer, zip);
  expect(status).toBe(400);
  expect(await families()).toEqual(before);
  expect((await newcomer.client.call(getStatus)).user).toMatchObject({ familyId: newcomer.familyId });
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
  const newcomer = await signUp(server(), { name: "Nora Nash" });
  const account = await newcomer.client.fetch("GET", downloadAccount.path);
  expect(await refusalOf(Buffer.from(await account.arrayBuffer()))).toBe(
    "This file has the data of one person. Please choose the file of a family.",
  );
});

test("a ZIP that unpacks to far more than its size takes no memory and is refused", {
  tags: "extended",
  timeout: 30_000,
}, async () => {
  const [head = ""] = dataIn(zip).split('"helpRequests": [\n');
  const request = {
    id: 1,
    words: "x".repeat(200_000),
    askedAt: "2026-11-20T13:05:00.000Z",
    closedAt: null,
    state: "ACCEPTED",
    isUrgent: false,
    askedById: 1,
    askedBy: "Rose",
    helperId: null,
    helper: null,
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
  const newcomer = await signUp(server(), { name: "Nora Nash" });
  expect(await newcomer.client.ask(importFamily)).toMatchObject({
    status: 400,
    body: { message: "Please choose a file." },
  });
  expect(await newcomer.client.ask(importFamily, { body: { data: "{}" } })).toMatchObject({
    status: 415,
    body: { message: "Please send a ZIP file." },
  });
});

test("an invalid picture, or one that is too large, is refused", async () => {
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
  const often = `BYHOUR=8,20;BYMINUTE=${Array.from({ length: 60 }, (_, minute) => minute)}`;
  expect(await reasonFor("BYHOUR=8,20", often)).toBe(
    "An event can repeat at most 24 times a day. Please choose fewer times.",
  );
  expect(await reasonFor(/"seriesId":\d+/, '"seriesId":999999999')).toBe(
    "“Bridge at Ida's” in this file belongs to a series that isn't there.",
  );
  expect(await reasonFor('"name":"The Stones"', '"name":"Win at prize.example.com"')).toContain(
    "web addresses",
  );
  for (const zone of ["Mars/Olympus", "US/Pacific-New"])
    expect(await reasonFor('"timeZone":"Europe/London"', `"timeZone":"${zone}"`)).toContain("time zone");
  expect(await reasonFor('"correctAnswer":"Mars"', '"correctAnswer":"Pluto"')).toContain(
    "The correct answer must be one of the options",
  );
  expect(await reasonFor('"words":"My radio hums."', '"words":"Call www.example.com"')).toContain(
    "web addresses",
  );
  expect(await reasonFor(/"exceptions":\["2026-12-01/, '"exceptions":["2026-12-41')).toBe(
    about("Bridge", "one of its dates doesn't exist"),
  );
  expect(await reasonFor(/"position":\d+/, '"position":0')).toContain("can't be imported");
  expect(await reasonFor('"after":0', '"after":-5')).toContain("isn't as Porchlight wrote it");
});

test("a daily event that lasts a hundred years is refused with its title, and so is one of more than a year", {
  timeout: 60_000,
}, async () => {
  const data = dataIn(zip);
  const lasting = async (recurrence: string, from: string, to: string) => {
    const event = data.split("\n").find((line) => line.includes(recurrence)) ?? "";
    expect(event).toContain(from);
    return await refusalOf(await zipWith(data.replace(event, event.replace(from, to)), "data.json"));
  };
  expect(await lasting('"recurrence":"FREQ=DAILY"', '"endsOnClock":"2025', '"endsOnClock":"2125')).toBe(
    "“Walk” in this file can't be imported. An event that repeats can last at most 31 days.",
  );
  expect(await lasting('"title":"Wedding"', '"endsOnClock":"1998', '"endsOnClock":"2000')).toBe(
    "“Wedding” in this file can't be imported. An event can last at most a year.",
  );
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
  const newcomer = await signUp(server());
  for (let count = 0; count < 10; count += 1)
    expect((await bring(newcomer, Buffer.from("no"))).status).toBe(400);
  expect((await bring(newcomer, Buffer.from("no"))).status).toBe(429);
});
