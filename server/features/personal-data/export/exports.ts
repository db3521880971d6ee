// The two exports: of a person, and of a family.
import { AccountExport } from "#contract/personal-data/account-export.ts";
import { FamilyExport } from "#contract/personal-data/family-export.ts";
import * as accounts from "#server/features/accounts/personal-data.ts";
import * as activity from "#server/features/activity/personal-data.ts";
import * as birthdays from "#server/features/birthdays/personal-data.ts";
import * as calendar from "#server/features/calendar/personal-data.ts";
import { wholeCalendar } from "#server/features/calendar/published/whole-calendar.ts";
import * as families from "#server/features/families/personal-data.ts";
import { findFamilyIds, findFamilyIdsEver, findTimeZone } from "#server/features/families/queries.ts";
import * as hellos from "#server/features/hellos/personal-data.ts";
import * as guides from "#server/features/help/guides/personal-data.ts";
import * as help from "#server/features/help/personal-data.ts";
import * as replies from "#server/features/help/replies/personal-data.ts";
import * as things from "#server/features/help/things/personal-data.ts";
import * as webhook from "#server/features/help/webhook/personal-data.ts";
import * as invitations from "#server/features/invitations/personal-data.ts";
import * as letters from "#server/features/letters/personal-data.ts";
import * as lights from "#server/features/lights/personal-data.ts";
import * as localEvents from "#server/features/local-events/personal-data.ts";
import * as phoneDoors from "#server/features/phone-doors/personal-data.ts";
import * as puzzles from "#server/features/puzzles/personal-data.ts";
import * as questions from "#server/features/questions/personal-data.ts";
import { inEachFamily, type Pages } from "#server/platform/db/pages.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { Download } from "#server/platform/http/route.ts";
import type { Member, Person } from "#server/platform/http/session.ts";
import { type ExportedFile, mediaParts } from "#server/platform/media/media.ts";
import * as messages from "#server/platform/messages/personal-data.ts";
import type { World } from "#server/platform/world.ts";
import { type Contents, jsonParts, schemaParts, sectionsOf } from "./contents.ts";
import { readableParts } from "./readable-page.ts";
import { type ZippedFile, zipOf } from "./zip-file.ts";

const headerOf = (format: string, now: Date) => ({ format, version: 1, exportedAt: now.toISOString() });

type Lists<Schema extends { shape: object }> = Readonly<
  Record<Exclude<keyof Schema["shape"], "format" | "version" | "exportedAt">, () => Pages>
>;

async function accountContents({ database, clock }: World, id: number): Promise<Contents> {
  const db = database.kysely;
  const familyIds = await findFamilyIdsEver(db, id);
  const inEach = (pagesOf: (familyId: number) => Pages) => () => inEachFamily(familyIds, pagesOf);
  const lists: Lists<typeof AccountExport> = {
    account: () => accounts.exportedAccount(db, id),
    families: () => families.exportedMemberships(db, id),
    birthdays: inEach((familyId) => birthdays.exportedOwnBirthday(db, familyId, id)),
    devices: () => accounts.exportedDevices(db, id),
    passkeys: () => accounts.exportedPasskeys(db, id),
    signInProviders: () => accounts.exportedProviders(db, id),
    contactMethods: () => messages.exportedContactMethods(db, id),
    messageDevices: () => messages.exportedPushDevices(db, id),
    ntfySubscription: () => messages.exportedNtfySubscription(db, id),
    appriseAddress: () => messages.exportedAppriseAddress(db, id),
    helpRequests: inEach((familyId) => help.exportedOwnRequests(db, familyId, id)),
    helpReceipts: inEach((familyId) => help.exportedOwnReceipts(db, familyId, id)),
    helpPromises: inEach((familyId) => help.exportedOwnPromises(db, familyId, id)),
    helpVerdicts: inEach((familyId) => help.exportedOwnVerdicts(db, familyId, id)),
    helpReplies: inEach((familyId) => replies.exportedOwnReplies(db, familyId, id)),
    hellos: inEach((familyId) => hellos.exportedOwnHellos(db, familyId, id)),
    lovedHellos: inEach((familyId) => hellos.exportedHearts(db, familyId, id)),
    letterMessages: inEach((familyId) => letters.exportedLetterMessages(db, familyId, id)),
    phoneDoors: inEach((familyId) => phoneDoors.exportedPhoneDoor(db, familyId, id)),
    lights: inEach((familyId) => lights.exportedLight(db, familyId, id)),
    lightWaves: inEach((familyId) => lights.exportedWaves(db, familyId, id)),
    lightMessages: inEach((familyId) => lights.exportedLightMessages(db, familyId, id)),
    guides: inEach((familyId) => guides.exportedOwnGuides(db, familyId, id)),
    events: inEach((familyId) => calendar.exportedOwnEvents(db, familyId, id)),
    reminderChoices: inEach((familyId) => calendar.exportedReminderChoices(db, familyId, id)),
    reminders: inEach((familyId) => calendar.exportedReminders(db, familyId, id)),
    publishedCalendars: inEach((familyId) => calendar.exportedPublishedCalendars(db, familyId, id)),
    calendarConnections: inEach((familyId) => calendar.exportedOwnConnections(db, familyId, id)),
    puzzleAnswers: inEach((familyId) => puzzles.exportedAnswers(db, familyId, id)),
    invitationsSent: inEach((familyId) => invitations.exportedSent(db, familyId, id)),
    invitationsAccepted: inEach((familyId) => invitations.exportedAccepted(db, familyId, id)),
    messages: () => messages.exportedMessages(db, id),
    activity: inEach((familyId) => activity.exportedOwnActivity(db, familyId, id)),
  };
  return {
    schema: AccountExport,
    header: headerOf("porchlight-account", clock.now()),
    sections: sectionsOf(AccountExport, lists),
  };
}

function familyContents({ database, clock }: World, familyId: number): Contents {
  const db = database.kysely;
  const lists: Lists<typeof FamilyExport> = {
    family: () => families.exportedFamily(db, familyId),
    members: () => families.exportedMembers(db, familyId),
    birthdays: () => birthdays.exportedBirthdays(db, familyId),
    formerMembers: () => families.exportedFormerMembers(db, familyId),
    invitations: () => invitations.exportedInvitations(db, familyId),
    helpRequests: () => help.exportedRequests(db, familyId),
    helpReceipts: () => help.exportedReceipts(db, familyId),
    helpPromises: () => help.exportedPromises(db, familyId),
    helpVerdicts: () => help.exportedVerdicts(db, familyId),
    helpReplies: () => replies.exportedReplies(db, familyId),
    hellos: () => hellos.exportedHellos(db, familyId),
    questions: () => questions.exportedQuestions(db, familyId),
    things: () => things.exportedThings(db, familyId),
    guides: () => guides.exportedGuides(db, familyId),
    helpPhrases: () => help.exportedPhrases(db, familyId),
    escalationPlans: () => help.exportedPlan(db, familyId),
    webhooks: () => webhook.exportedWebhook(db, familyId),
    events: () => calendar.exportedEvents(db, familyId),
    subscribedCalendars: () => calendar.exportedSubscriptions(db, familyId),
    calendarConnections: () => calendar.exportedConnections(db, familyId),
    localEvents: () => localEvents.exportedLocalEvents(db, familyId),
    puzzles: () => puzzles.exportedPuzzles(db, familyId),
    activity: () => activity.exportedActivity(db, familyId),
  };
  return {
    schema: FamilyExport,
    header: headerOf("porchlight-family", clock.now()),
    sections: sectionsOf(FamilyExport, lists),
  };
}

/** The contents of the ZIP of an export. */
interface ZipContents {
  readonly contents: Contents;
  readonly title: string;
  readonly fileName: string;
  /** The families whose calendars are in it. */
  readonly familyIds: readonly number[];
  /** Pictures and voice messages. */
  readonly media: readonly ExportedFile[];
}

async function download(
  world: World,
  { contents, title, fileName, familyIds, media }: ZipContents,
): Promise<Download> {
  const now = world.clock.now();
  const [first] = familyIds;
  const timeZone = first === undefined ? "UTC" : await findTimeZone(world.database.kysely, first);
  const calendars = familyIds.map(
    (familyId): ZippedFile => ({
      // Somebody in several families gets a calendar of each.
      name: familyIds.length === 1 ? "calendar.ics" : `calendar-${familyId}.ics`,
      parts: () => wholeCalendar(world, familyId),
    }),
  );
  const files: ZippedFile[] = [
    { name: "index.html", parts: () => readableParts(contents, { title, timeZone }, now) },
    { name: "data.json", parts: () => jsonParts(contents) },
    { name: "schema.json", parts: () => schemaParts(contents) },
    ...calendars,
    ...media.map((file): ZippedFile => ({ name: file.name, parts: () => mediaParts(world, file) })),
  ];
  const zip = zipOf(files, now);
  zip.on("error", (err) => world.log.error({ err }, "an export was aborted"));
  return new Download(`${fileName}-${now.toISOString().slice(0, "YYYY-MM-DD".length)}.zip`, zip);
}

/** Returns a person's own picture, and the pictures and voice messages that they sent, gave or put into guides. */
async function mediaOfPerson(db: Db, personId: number): Promise<ExportedFile[]> {
  const files = await accounts.exportedOwnPicture(db, personId);
  for (const familyId of await findFamilyIdsEver(db, personId)) {
    files.push(...(await replies.exportedReplyFiles(db, familyId, personId)));
    files.push(...(await hellos.exportedHelloFiles(db, familyId, personId)));
    files.push(...(await guides.exportedGuidePictures(db, familyId, personId)));
  }
  return files;
}

export const zipOfAccount = async (world: World, personId: number): Promise<ZipContents> => ({
  media: await mediaOfPerson(world.database.kysely, personId),
  contents: await accountContents(world, personId),
  title: "What Porchlight knows about you",
  fileName: "porchlight",
  familyIds: await findFamilyIds(world.database.kysely, personId),
});

export async function zipOfFamily(world: World, familyId: number): Promise<ZipContents> {
  const db = world.database.kysely;
  const media = [
    ...(await families.exportedMemberPictures(db, familyId)),
    ...(await replies.exportedReplyFiles(db, familyId)),
    ...(await hellos.exportedHelloFiles(db, familyId)),
    ...(await things.exportedThingPictures(db, familyId)),
    ...(await guides.exportedGuidePictures(db, familyId)),
  ];
  return {
    media,
    contents: familyContents(world, familyId),
    title: "What Porchlight knows about your family",
    fileName: "porchlight-family",
    familyIds: [familyId],
  };
}

export const exportAccount = async (world: World, { id }: Person): Promise<Download> =>
  download(world, await zipOfAccount(world, id));

export const exportFamily = async (world: World, { familyId }: Member): Promise<Download> =>
  download(world, await zipOfFamily(world, familyId));
