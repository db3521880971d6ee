// Opens a family from the export of another server. Its members rejoin by invitation.
import type { Readable } from "node:stream";
import pLimit from "p-limit";
import * as z from "zod/mini";
import { FamilySettings } from "#contract/families.ts";
import { beginningOf } from "#contract/graphemes.ts";
import { ChosenEscalationPlan } from "#contract/help/plan.ts";
import type { FamilyImport } from "#contract/personal-data/family-import.ts";
import { NewPuzzle } from "#contract/puzzles.ts";
import { ImportedQuestion } from "#contract/questions.ts";
import { recordActivity } from "#server/features/activity/activity.ts";
import { ImportedEvent, importEvents } from "#server/features/calendar/personal-data.ts";
import { leaveUnusedFamily } from "#server/features/families/departures.ts";
import { addFamily, type FamilyEvents, openFamilyOnDevice } from "#server/features/families/families.ts";
import { knownTimeZone } from "#server/features/families/time-zones.ts";
import {
  ImportedGuide,
  importGuides,
  pictureFilesOf,
  readPictures,
} from "#server/features/help/guides/personal-data.ts";
import { ImportedPhrase, importPhrases, importPlan } from "#server/features/help/personal-data.ts";
import {
  ImportedThing,
  importThings,
  thingPictureFilesOf,
} from "#server/features/help/things/personal-data.ts";
import { ImportedLocalEvent, importLocalEvents } from "#server/features/local-events/personal-data.ts";
import { importPuzzles } from "#server/features/puzzles/personal-data.ts";
import { importQuestions } from "#server/features/questions/personal-data.ts";
import { takeAllowances } from "#server/platform/allowances/allowances.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { Invalid, TooMany } from "#server/platform/errors.ts";
import { limitForEach } from "#server/platform/fair-limit.ts";
import type { Person } from "#server/platform/http/session.ts";
import { publish } from "#server/platform/live/publish.ts";
import type { Picture } from "#server/platform/media/pictures.ts";
import { countStoredFiles } from "#server/platform/media/stored-bytes.ts";
import type { World } from "#server/platform/world.ts";
import { findCallNumber, findFirstFamily, findIdleSessionIds, findOpenFamily } from "../queries.ts";
import { type FamilyFile, readFamilyFile } from "./family-file.ts";
import { type Pause, pauseWithin } from "./pace.ts";
import { dataLinesOf, filesOf, withStoredUpload } from "./upload.ts";

const maxNameLength = 80;

const ImportedFamily = z.object({
  name: FamilySettings.shape.name,
  country: z.string().check(z.regex(/^[A-Z]{2}$/, "we don't know its country")),
});

/** The rules for typed input also apply to the content of a file. */
function checked<Schema extends z.ZodMiniType>(
  schema: Schema,
  value: unknown,
  name: string,
): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const reason = result.error.issues[0]?.message ?? "we don't understand it";
  throw new Invalid(`“${beginningOf(name, 120)}” in this file can't be imported: ${reason}.`);
}

const nameOfPhrase = ({ words }: { words: string | null }): string => words ?? "A help phrase";

const typedPuzzle = ({ id: _, createdAt: date, ...puzzle }: FamilyFile["puzzles"][number]) => ({
  ...puzzle,
  date,
});

/** Each row is checked by the rules for typing it. */
async function checkedRows<Row, Schema extends z.ZodMiniType>(
  rows: readonly Row[],
  schema: Schema,
  nameOf: (row: Row) => string,
  pause: Pause,
): Promise<z.output<Schema>[]> {
  const all: z.output<Schema>[] = [];
  for (const row of rows) {
    all.push(checked(schema, row, nameOf(row)));
    await pause();
  }
  return all;
}

/** Files of 0.1.0 have no switches. Everything is on then. */
const switchesOf = (family: FamilyFile["family"][number]) => ({
  has_hellos: family.hasHellos ?? true,
  has_birthdays: family.hasBirthdays ?? true,
  has_lights: family.hasLights ?? true,
  has_weekly_question: family.hasWeeklyQuestion ?? true,
  has_sunday_letter: family.hasSundayLetter ?? true,
});

async function contentsOf(db: Db, file: FamilyFile, pause: Pause) {
  const [family] = file.family;
  if (!family) throw new Invalid("There is no family in this file.");
  return {
    family: {
      ...checked(ImportedFamily, family, family.name),
      time_zone: await knownTimeZone(db, family.timeZone),
      has_puzzle_library: family.hasPuzzleLibrary,
      ...switchesOf(family),
      created_at: new Date(family.createdAt),
    },
    events: await checkedRows(file.events, ImportedEvent, ({ title }) => title, pause),
    localEvents: await checkedRows(file.localEvents, ImportedLocalEvent, ({ title }) => title, pause),
    phrases: await checkedRows(file.helpPhrases, ImportedPhrase, nameOfPhrase, pause),
    things: await checkedRows(file.things, ImportedThing, ({ name }) => name, pause),
    plans: file.escalationPlans.map(({ steps, quietFrom: from, quietUntil: until }) => {
      const quietHours = from === null ? null : { from, until };
      const plan = { steps, firstContactId: null, quietHours } satisfies Record<
        keyof ChosenEscalationPlan,
        unknown
      >;
      return checked(ChosenEscalationPlan, plan, "Who is asked for help");
    }),
    guides: await checkedRows(file.guides, ImportedGuide, ({ title }) => title, pause),
    questions: await checkedRows(file.questions, ImportedQuestion, (question) => question.text, pause),
    puzzles: await checkedRows(file.puzzles.map(typedPuzzle), NewPuzzle, ({ question }) => question, pause),
  };
}
type Contents = Awaited<ReturnType<typeof contentsOf>>;

/** The person who becomes the family's admin. They have a device, except when the operator imports the family. */
interface Importer {
  readonly id: number;
  readonly sessionId: number | null;
}

interface Opening {
  readonly person: Importer;
  readonly contents: Contents;
  /** The pictures by their names in the file. */
  readonly pictures: Record<"ofGuides" | "ofThings", ReadonlyMap<string, Picture>>;
  readonly now: Date;
  readonly pause: Pause;
}

async function insertAll(
  world: World,
  trx: Db,
  { person, contents, pictures, now, pause }: Opening,
): Promise<number> {
  const { family, events, localEvents, phrases, things, plans, guides, questions, puzzles } = contents;
  const { name = "", created_at } = family;
  const row = { ...family, name, created_at: created_at < now ? created_at : now };
  const familyId = await addFamily(trx, row, { id: person.id, role: "admin" }, now);
  const place = { familyId, timeZone: family.time_zone, now, limits: world.config.limits };
  const sizes = Object.values(pictures).flatMap((each) =>
    [...each.values()].map(({ bytes }) => bytes.length),
  );
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  await countStoredFiles(world, trx, { personId: person.id, familyId, bytes });
  await importEvents(trx, events, { ...place, pause });
  await importLocalEvents(trx, localEvents, familyId);
  await importPhrases(trx, phrases, place);
  for (const plan of plans) await importPlan(trx, plan, familyId);
  const thingIds = await importThings(trx, things, { familyId, pictures: pictures.ofThings });
  const writing = { familyId, personId: person.id, now };
  await importGuides(trx, guides, { ...writing, pictures: pictures.ofGuides, thingIds });
  await importQuestions(trx, questions, familyId);
  await importPuzzles(trx, puzzles, place);
  const isByOperator = person.sessionId === null;
  const doing = { familyId, personId: isByOperator ? null : person.id, at: now };
  await recordActivity(trx, doing, { kind: "family-imported", ...(isByOperator && { isByOperator }) });
  await publish(
    trx,
    familyId,
    ...(["family", "calendar-events", "manual-events"] as const),
    ...([
      "local-events",
      "help-phrases",
      "escalation-plan",
      "puzzles",
      "questions",
      "things",
      "guides",
    ] as const),
  );
  return familyId;
}

/** The family that is open on the device; without a device, the one that the person joined first. */
const openFamilyOf = (trx: Db, { id, sessionId }: Importer) =>
  sessionId === null ? findFirstFamily(trx, id) : findOpenFamily(trx, sessionId);

/** Leaves the empty family of somebody who signed up on this server only to bring theirs. Returns its name. */
async function leaveOpenFamily(trx: Db, events: FamilyEvents, person: Importer, now: Date) {
  const open = await openFamilyOf(trx, person);
  if (!open) return null;
  const hasLeft = await leaveUnusedFamily(trx, events, { familyId: open.id, personId: person.id, at: now });
  return hasLeft ? open.name : null;
}

/** Opens the family on the importing device or, if there is none, on devices on which no family is open. */
async function openOnDevices(trx: Db, { id, sessionId }: Importer, familyId: number): Promise<void> {
  const devices = sessionId === null ? await findIdleSessionIds(trx, id) : [sessionId];
  for (const device of devices) await openFamilyOnDevice(trx, device, familyId);
}

const isPhoneNumber = (text: string | null): boolean => text !== null && /^\+[1-9]\d{6,14}$/.test(text);

/** A member with the importing person's number is that person, so they are not invited. */
const othersIn = ({ members }: FamilyFile, ownNumber: string | null): FamilyImport["people"] =>
  members
    .filter(({ phoneNumber }) => phoneNumber === null || phoneNumber !== ownNumber)
    .map(({ name, role, phoneNumber }) => ({
      name: beginningOf(name, maxNameLength),
      role,
      phoneNumber: isPhoneNumber(phoneNumber) ? phoneNumber : null,
    }));

const summaryOf = (file: FamilyFile) => ({
  brought: {
    events: file.events.length,
    localEvents: file.localEvents.length,
    puzzles: file.puzzles.length,
    helpPhrases: file.helpPhrases.filter(({ words }) => words !== null).length,
    escalationPlans: file.escalationPlans.length,
    things: file.things.length,
    guides: file.guides.length,
  },
  left: {
    helpRequests: file.helpRequests,
    activity: file.activity,
    calendars: file.subscribedCalendars.map(({ name }) => beginningOf(name, maxNameLength)),
    hasWebhook: file.webhooks.length > 0,
  },
});

async function openFamily(
  world: World,
  events: FamilyEvents,
  person: Importer,
  { file, path, pause }: { file: FamilyFile; path: string; pause: Pause },
) {
  const now = world.clock.now();
  const contents = await contentsOf(world.database.kysely, file, pause);
  const pauseOfPictures = pauseWithin(maxPicturesMs);
  const pictures = {
    ofGuides: await readPictures(filesOf(path, pictureFilesOf(contents.guides)), pauseOfPictures),
    ofThings: await readPictures(filesOf(path, thingPictureFilesOf(contents.things)), pauseOfPictures),
  };
  return await world.database.kysely.transaction().execute(async (trx): Promise<FamilyImport> => {
    const leftFamily = await leaveOpenFamily(trx, events, person, now);
    const familyId = await insertAll(world, trx, { person, contents, pictures, now, pause });
    await openOnDevices(trx, person, familyId);
    const people = othersIn(file, await findCallNumber(trx, person.id));
    return { familyId, familyName: contents.family.name ?? "", ...summaryOf(file), people, leftFamily };
  });
}

// Each import holds as much in memory as a family may store.
const twoAtATime = pLimit(2);
/** A person's other files wait in their connections, so that nobody can take both places. */
const oneForEach = limitForEach({
  atOnce: 1,
  maxWaiting: 3,
  tooMany: "We're still reading the file that you sent before. Please try again in a moment.",
});

/** Ten times as long as the largest family takes on a slow machine. */
const maxDataMs = 60_000;
/** Hundreds of pictures are decoded and encoded again. */
const maxPicturesMs = 300_000;

/** Opens the family in a file for this person. */
export async function importFamilyFor(
  world: World,
  events: FamilyEvents,
  person: Importer,
  upload: Readable,
): Promise<FamilyImport> {
  return await oneForEach(person.id, () =>
    withStoredUpload(upload, (path) =>
      twoAtATime(async () => {
        const pause = pauseWithin(maxDataMs);
        const file = await readFamilyFile(dataLinesOf(path), world.config.limits, pause);
        return await openFamily(world, events, person, { file, path, pause });
      }),
    ),
  );
}

export async function importFamily(
  world: World,
  events: FamilyEvents,
  person: Person,
  upload: Readable,
): Promise<FamilyImport> {
  const wait = await takeAllowances(world, world.database.kysely, { name: "family-imports", key: person.id });
  if (wait > 0) throw new TooMany("That's all the files we can open today. Please try again tomorrow.", wait);
  return await importFamilyFor(world, events, person, upload);
}
