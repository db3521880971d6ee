import { beforeAll, expect, test } from "vitest";
import { getStatus } from "#contract/accounts/sign-in.ts";
import { listActivity } from "#contract/activity.ts";
import { getFamily, leaveFamily } from "#contract/families.ts";
import { getGuidePicture, listGuides } from "#contract/help/guides.ts";
import { listFamilyPhrases } from "#contract/help/phrases.ts";
import { promiseHelp } from "#contract/help/promises.ts";
import { askForHelp } from "#contract/help/requests.ts";
import { giveVerdict } from "#contract/help/scams.ts";
import { getThingPicture, listThings } from "#contract/help/things.ts";
import { createInvitation } from "#contract/invitations.ts";
import { FamilyExport } from "#contract/personal-data/family-export.ts";
import { importFamily } from "#contract/personal-data/family-import.ts";
import { daysOf, plan, said } from "#tests/support/events.ts";
import { dataIn, exportOf, livelyFamily, uploadOf, zipWith } from "#tests/support/family-file.ts";
import { type Person, reyesFamily, signUp } from "#tests/support/people.ts";
import { sendPicture } from "#tests/support/photos.ts";
import { useServer } from "#tests/support/server.ts";
import { unzip } from "#tests/support/zip.ts";

const server = useServer();
const other = useServer();

const bring = ({ client }: Person, zip: Buffer) => client.ask(importFamily, uploadOf(zip));
const statusOf = ({ client }: Person) => client.call(getStatus);

/** Everything that a family consists of except its people and the ids. Events are named by their content. */
function withoutIds(zip: Buffer) {
  const { family, events, guides, helpPhrases, things, escalationPlans, localEvents, questions, puzzles } =
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
      title,
      phrase,
      thing,
      copyOf,
      writtenAt,
      steps: steps.map(({ picture, ...step }) => ({ ...step, hasPicture: unzip(zip).has(picture ?? "") })),
    })),
    helpPhrases: helpPhrases.map(({ id, position, ...rest }) => ({
      ...rest,
      id: isOfFamily(id) ? "own" : id,
      // An edited phrase has the id that it had before as its position.
      position: position !== null && isOfFamily(position) ? null : position,
    })),
    escalationPlans: escalationPlans.map(({ steps, quietFrom, quietUntil }) => ({
      steps,
      quietFrom,
      quietUntil,
    })),
    things: things.map(({ name, room, notes, picture }) => ({
      name,
      room,
      notes,
      hasPicture: unzip(zip).has(picture ?? ""),
    })),
    localEvents: localEvents.map(({ id: _, ...rest }) => rest),
    questions,
    puzzles: puzzles.map(({ id: _, ...rest }) => rest),
  };
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
    id: body.familyId,
    name: "The Stones",
    timeZone: "Europe/London",
    country: "GB",
    puzzleLibrary: false,
    members: [{ name: "Nora Nash", role: "admin" }],
  });
});

test("the answer lists what was imported, what was not, and who can be invited", async () => {
  const { anna, ben, rose } = family;
  const newcomer = await signUp(other(), { phoneNumber: anna.phoneNumber });
  const { body } = await bring(newcomer, zip);
  expect(body).toEqual({
    familyId: body.familyId,
    familyName: "The Stones",
    leftFamily: "The Reyes family",
    brought: {
      events: 8,
      localEvents: 1,
      puzzles: 2,
      helpPhrases: 2,
      escalationPlans: 1,
      things: 1,
      guides: 1,
    },
    left: { helpRequests: 0, activity: expect.any(Number), calendars: ["Library"], hasWebhook: false },
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

test("the pictures of guides are imported", async () => {
  const newcomer = await signUpThere();
  await bring(newcomer, zip);
  const [guide] = await newcomer.client.call(listGuides);
  expect(guide).toMatchObject({
    title: "Quiet the radio",
    phrase: { words: "My radio hums." },
    writtenBy: null,
    steps: [
      { sentence: "Turn it off.", picture: { width: 640 } },
      { sentence: "Turn it on.", picture: null },
    ],
  });
  const id = guide?.steps[0]?.picture?.id ?? 0;
  expect((await newcomer.client.fetch("GET", getGuidePicture.path.replace(":id", String(id)))).status).toBe(
    200,
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
