// A family that has used everything that an import brings, its export, and modified copies of that.
import { buffer } from "node:stream/consumers";
import { changeManualEvent, deleteManualEvent } from "#contract/calendar/manual-events.ts";
import { dayMs } from "#contract/durations.ts";
import { changeFamily, leaveFamily } from "#contract/families.ts";
import { familySwitches } from "#contract/family-switches.ts";
import { addGuide } from "#contract/help/guides.ts";
import {
  addHelpPhrase,
  changeHelpPhrase,
  hideHelpPhrase,
  listFamilyPhrases,
  orderHelpPhrases,
} from "#contract/help/phrases.ts";
import { changeEscalationPlan, defaultSteps } from "#contract/help/plan.ts";
import { promiseHelp } from "#contract/help/promises.ts";
import { acknowledgeHelpRequest, askForHelp } from "#contract/help/requests.ts";
import { giveVerdict } from "#contract/help/scams.ts";
import { changeThing } from "#contract/help/things.ts";
import { setWebhook } from "#contract/help/webhook.ts";
import { addLocalEvent } from "#contract/local-events.ts";
import { downloadFamily } from "#contract/personal-data/family-export.ts";
import { createPuzzle } from "#contract/puzzles.ts";
import { getNextQuestion, setNextQuestion } from "#contract/questions.ts";
import { zipOf } from "#server/features/personal-data/export/zip-file.ts";
import { setBirthday } from "./birthdays.ts";
import { concert, dentist, plan } from "./events.ts";
import { addFeedRow } from "./feed-server.ts";
import { shownHello } from "./hellos.ts";
import { invite, join, type Person, reyesFamily, staySignedIn } from "./people.ts";
import { sendGuidePicture, sendPicture, sendThing } from "./photos.ts";
import { newPuzzle } from "./puzzles.ts";
import type { TestServer } from "./server.ts";
import { connectAs, newAccount } from "./sign-in/calendar.ts";
import { unzip } from "./zip.ts";

async function enterEvents(anna: Person, rose: Person): Promise<void> {
  await plan(anna, { title: "Wedding", startDate: "1998-06-06T14:00", endDate: "1998-06-06T18:00" });
  await plan(anna, { people: [{ personId: rose.id, part: "coming" }], category: "appointment" });
  const lasting = { allDay: true, isActive: false, category: "kids" as const };
  await plan(anna, {
    title: "Fall break",
    startDate: "2026-11-23T00:00",
    endDate: "2026-11-25T00:00",
    ...lasting,
  });
  const weekly = await plan(anna, { title: "Bridge", recurrence: "FREQ=WEEKLY;BYDAY=TU" });
  const on = (occurrence: string) => ({ params: { id: weekly.id }, query: { occurrence } });
  await anna.client.call(deleteManualEvent, on("2026-12-01T10:00"));
  await anna.client.call(changeManualEvent, {
    ...on("2026-12-08T10:00"),
    body: {
      ...dentist,
      title: "Bridge at Ida's",
      startDate: "2026-12-09T10:00",
      endDate: "2026-12-09T11:00",
    },
  });
  const twice = await plan(anna, { title: "Pills", recurrence: "FREQ=DAILY;BYHOUR=8,20;COUNT=60" });
  const evening = (day: string) => ({ params: { id: twice.id }, query: { occurrence: `${day}T20:00` } });
  await anna.client.call(deleteManualEvent, evening("2026-11-26"));
  const late = { title: "Pills, late", startDate: "2026-11-27T21:00", endDate: "2026-11-27T21:30" };
  await anna.client.call(changeManualEvent, { ...evening("2026-11-27"), body: { ...dentist, ...late } });
}

async function arrangePhrases({ client }: Person): Promise<void> {
  const add = (phrase: string) => client.call(addHelpPhrase, { body: { categoryId: 1, phrase } });
  const { id: first } = await add("My radio is silent.");
  await add("My clock is late.");
  await client.call(changeHelpPhrase, { params: { id: first }, body: { phrase: "My radio hums." } });
  const [category, other] = await client.call(listFamilyPhrases);
  const hidden = category?.phrases.find(({ isOwn }) => !isOwn)?.id ?? 0;
  await client.call(hideHelpPhrase, { params: { id: hidden }, body: { isHidden: true } });
  const phraseIds = other?.phrases.map(({ id }) => id).reverse() ?? [];
  await client.call(orderHelpPhrases, { params: { id: other?.id ?? 0 }, body: { phraseIds } });
}

/** Adds a thing around the house with a picture. */
async function describeRadio({ client }: Person): Promise<number> {
  const { id } = await sendThing(client);
  const body = { name: "Radio", room: "Kitchen", notes: "Press gently.\nThe plug is behind it." };
  await client.call(changeThing, { params: { id }, body });
  return id;
}

/** Writes a guide about one of the family's own phrases and a thing, with a picture. */
async function writeGuide({ client }: Person, thingId: number): Promise<void> {
  const own = (await client.call(listFamilyPhrases)).flatMap(({ phrases }) => phrases);
  const phraseId = own.find(({ phrase }) => phrase === "My radio hums.")?.id;
  const pictureId = await sendGuidePicture(client);
  const marks = [{ kind: "circle", x: 0.5, y: 0.25, radius: 0.1 }] as const;
  const steps = [
    { sentence: "Turn it off.", pictureId, marks: [...marks] },
    { sentence: "Turn it on.", drawing: "plug-in" as const },
  ];
  await client.call(addGuide, {
    body: { title: "Quiet the radio", phraseId, thingId, copyOf: "louder", steps },
  });
}

/** Adds a daily event that began more than a year ago. It is entered when it begins, as people do. */
async function longSeries({ clock }: TestServer, anna: Person): Promise<void> {
  await plan(anna, {
    title: "Walk",
    startDate: "2025-08-01T16:00",
    endDate: "2025-08-01T17:00",
    recurrence: "FREQ=DAILY",
  });
  clock.advance(60 * dayMs);
}

/** A family that has entered something of every kind. */
export async function fullFamily(server: TestServer) {
  const family = await reyesFamily(server);
  const { anna, ben, rose } = family;
  const settings = {
    name: "The Stones",
    timeZone: "Europe/London",
    country: "GB",
    puzzleLibrary: false,
  } as const;
  await anna.client.call(changeFamily, { body: settings });
  await enterEvents(anna, rose);
  await arrangePhrases(anna);
  await anna.client.call(changeEscalationPlan, {
    body: {
      steps: defaultSteps.slice(0, 3),
      firstContactId: ben.id,
      quietHours: { from: "22:00", until: "07:00" },
    },
  });
  await anna.client.call(addLocalEvent, { body: { ...concert, description: "Bring a chair.\nAnd a hat." } });
  await writeGuide(anna, await describeRadio(anna));
  await anna.client.call(createPuzzle, { body: newPuzzle });
  await anna.client.call(createPuzzle, {
    body: { ...newPuzzle, question: "Which planet is hot?", isActive: false },
  });
  const { sunday } = await ben.client.call(getNextQuestion);
  await ben.client.call(setNextQuestion, { body: { sunday, text: "Who lived next door?" } });
  await addFeedRow(server, anna);
  return family;
}

/** Moves sixty days ahead, so call it only once for each server. */
export async function livelyFamily(server: TestServer) {
  const family = await fullFamily(server);
  await longSeries(server, family.anna);
  await staySignedIn(server);
  return family;
}

/** A family whose file has rows in every list, also in those that an import leaves in the file. */
export async function familyWithEveryList(server: TestServer) {
  const family = await livelyFamily(server);
  const { anna, ben, rose } = family;
  const { id } = await rose.client.call(askForHelp, { body: { phraseId: 901 } });
  const params = { id };
  await ben.client.call(acknowledgeHelpRequest, { params });
  await ben.client.call(promiseHelp, { params, body: { kind: "CALLING" } });
  await anna.client.call(giveVerdict, { params, body: { verdict: "FINE" } });
  await sendPicture(rose.client, id);
  await shownHello(ben.client);
  await setBirthday(anna, rose);
  await invite(anna, "child", "Carl");
  await (await join(server, anna, "child", "Dora")).client.call(leaveFamily);
  await anna.client.call(setWebhook, { body: { url: "https://home.example/api/webhook/porch" } });
  await connectAs(anna, newAccount().choice);
  const switches = Object.fromEntries(familySwitches.map((name) => [name, false]));
  await anna.client.call(changeFamily, { body: switches });
  return family;
}

export async function exportOf({ client }: Pick<Person, "client">): Promise<Buffer> {
  const response = await client.fetch("GET", downloadFamily.path);
  return Buffer.from(await response.arrayBuffer());
}

/** The names of the lists in a family's file that have no row. */
export const emptyLists = (zip: Buffer): string[] =>
  Object.entries<unknown>(JSON.parse(dataIn(zip))).flatMap(([name, rows]) =>
    Array.isArray(rows) && rows.length === 0 ? [name] : [],
  );

export const dataIn = (zip: Buffer): string => unzip(zip).get("data.json") ?? "";

async function* once(text: string): AsyncGenerator<string> {
  yield text;
}

/** Makes a ZIP with this text in files of these names. */
export const zipWith = (content: string | (() => AsyncIterable<string>), ...names: string[]) => {
  const parts = typeof content === "string" ? () => once(content) : content;
  return buffer(
    zipOf(
      names.map((name) => ({ name, parts })),
      new Date("2026-11-20"),
    ),
  );
};

export const uploadOf = (zip: Buffer) => ({
  upload: new Blob([new Uint8Array(zip)], { type: "application/zip" }),
});
