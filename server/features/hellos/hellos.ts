// Hellos: what somebody gives to the whole family, and the hearts and answers that it gets. They are deleted after 90
// days, unless somebody loves them.

import { dayMs } from "#contract/durations.ts";
import type { CurrentHellos, Hello } from "#contract/hellos.ts";
import type { LiveEvent } from "#contract/live-events.ts";
import { maxSeconds } from "#contract/recordings.ts";
import { isMemberForKeyShare } from "#server/features/families/queries.ts";
import { findAskedQuestion } from "#server/features/questions/questions.ts";
import type { Database } from "#server/platform/db/connect.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { Conflict, Forbidden, NotFound } from "#server/platform/errors.ts";
import type { StoredFile } from "#server/platform/http/route.ts";
import { type Member, requireSwitchedOn } from "#server/platform/http/session.ts";
import { RowQueue } from "#server/platform/jobs/queue.ts";
import { publish } from "#server/platform/live/publish.ts";
import { answerMedia, putMedia } from "#server/platform/media/media.ts";
import { reencodeInTwoSizes } from "#server/platform/media/pictures.ts";
import { reencodeRecording } from "#server/platform/media/recordings.ts";
import { countStoredFiles } from "#server/platform/media/stored-bytes.ts";
import type { World } from "#server/platform/world.ts";
import { notifyOfHeart, notifyOfHello } from "./hello-kinds.ts";
import { findMessageChoice, setMessageChoice } from "./message-queries.ts";
import {
  countHellosOfOthers,
  deleteHeart,
  deleteHello,
  findFirst,
  findGreetings,
  findHello,
  findHellos,
  findLoved,
  findPicture,
  findUnanswered,
  findVoiceMessage,
  type HelloKey,
  hasPictureAt,
  hasVoiceMessage,
  insertHeart,
  insertHello,
  insertPicture,
  insertVoiceMessage,
  isLoved,
  lockHello,
  retentionDays,
  setCheck,
} from "./queries.ts";

const retentionMs = retentionDays * dayMs;
/** A heart that was taken back by mistake can be given again for at least this long. */
const secondThoughtsMs = 7 * dayMs;
/** For so long, helpers see a hello on home, and givers see who has loved theirs. */
const newsMs = dayMs;

/** The whole screen of a tablet. */
const largeSize = { side: 1640, maxBytes: 400_000, format: "webp" } as const;
/**
 * Its column of at most 820 CSS pixels, where each of them is one to two pixels of the screen. There, half again as many
 * pixels of lower quality look better than few of high quality.
 */
const smallSize = { side: 1230, maxBytes: 120_000, format: "webp" } as const;

const pageSize = 20;

export async function hellosOf({ reads }: Database, { familyId }: Member, before: number | undefined) {
  const found = await findHellos(reads, familyId, before, pageSize + 1);
  return { hellos: found.slice(0, pageSize), hasMore: found.length > pageSize };
}

export async function currentHellos({ reads }: Database, member: Member, now: Date): Promise<CurrentHellos> {
  if (!member.has("hellos")) return { hello: null, greetings: [], earlier: 0, loved: [] };
  const { familyId, id, role } = member;
  const [allSince, newsSince] = [new Date(now.getTime() - retentionMs), new Date(now.getTime() - newsMs)];
  const [hello, greetings, others, loved] = await Promise.all([
    findUnanswered(reads, familyId, id, { since: role === "grandparent" ? allSince : newsSince, now }),
    member.has("birthdays") ? findGreetings(reads, familyId, id, now) : [],
    countHellosOfOthers(reads, familyId, id, allSince),
    findLoved(reads, familyId, id, newsSince),
  ]);
  return { hello: hello ?? null, greetings, earlier: hello ? others - 1 : others, loved };
}

/** Finds when a hello or a heart in this family stops being new, or a hello being one of the last 90 days. */
export async function findNextHelloChange(db: Db, familyId: number, now: Date): Promise<Date | null> {
  const since = { news: new Date(now.getTime() - newsMs), all: new Date(now.getTime() - retentionMs) };
  const { newHello, newHeart, hello } = await findFirst(db, familyId, since);
  const ends = [newHello, newHeart].flatMap((at) => (at ? at.getTime() + newsMs : []));
  if (hello) ends.push(hello.getTime() + retentionMs);
  return ends.length > 0 ? new Date(Math.min(...ends)) : null;
}

async function helloOf({ reads }: Database, key: HelloKey): Promise<Hello> {
  const hello = await findHello(reads, key);
  if (!hello) throw new NotFound();
  return hello;
}

/** A picture or a voice message that was encoded again. */
interface Converted {
  readonly bytes: number;
  store(trx: Db, hello: HelloKey): Promise<void>;
}

interface NewFile {
  /** Whether an earlier attempt of the same device has stored it. */
  isStored(db: Db, hello: HelloKey): Promise<boolean>;
  convert(): Promise<Converted>;
}

interface Given {
  readonly key: string;
  readonly caption?: string | undefined;
  readonly answerTo?: number | undefined;
  readonly birthdayOf?: number | undefined;
  /** The Sunday whose question it answers. */
  readonly sunday?: string | undefined;
  /** Words have none. */
  readonly file?: NewFile;
}

const lockAnswered = async (trx: Db, familyId: number, answerTo: number | undefined) =>
  answerTo === undefined ? undefined : lockHello(trx, { familyId, id: answerTo });

/** A greeting that waited on a device may come after its person has left. */
async function refuseFormerMember(trx: Db, familyId: number, birthdayOf: number | undefined): Promise<void> {
  if (birthdayOf !== undefined && !(await isMemberForKeyShare(trx, { familyId, personId: birthdayOf })))
    throw new Conflict("This person is no longer in the family.");
}

/** A member, or somebody whom we know by their telephone. */
export type Giver = Pick<Member, "familyId" | "id" | "role" | "has">;

/** Only grandparents are asked the weekly question. */
function requireAsked(giver: Giver): void {
  requireSwitchedOn("weeklyQuestion", giver);
  if (giver.role !== "grandparent") throw new Forbidden();
}

async function questionOf(trx: Db, familyId: number, sunday: string | undefined, at: Date) {
  if (sunday === undefined) return { sunday: null, question: null };
  return { sunday, question: await findAskedQuestion(trx, familyId, sunday, at) };
}

/** An answer to the question of a Sunday decides whether it is still asked. */
const changedBy = (sunday: string | null | undefined): readonly LiveEvent[] =>
  sunday ? ["hellos", "questions"] : ["hellos"];

interface Storing {
  readonly personId: number;
  readonly hello: HelloKey;
  readonly converted: Converted | undefined;
}

const isAllStored = async (db: Db, hello: HelloKey, file: NewFile | undefined): Promise<boolean> =>
  file === undefined || file.isStored(db, hello);

async function store(world: World, trx: Db, { personId, hello, converted }: Storing): Promise<void> {
  if (!converted) return;
  await countStoredFiles(world, trx, { personId, familyId: hello.familyId, bytes: converted.bytes });
  await converted.store(trx, hello);
}

/** Stores one file of a hello once. The first of them makes the hello, and tells the others of it. */
async function give(
  world: World,
  giver: Giver,
  { key, caption, answerTo, birthdayOf, sunday, file }: Given,
): Promise<Hello> {
  const { database, clock } = world;
  const { familyId, id: personId } = giver;
  if (birthdayOf !== undefined) requireSwitchedOn("birthdays", giver);
  if (sunday !== undefined) requireAsked(giver);
  const converted = await file?.convert();
  const hello = await database.kysely.transaction().execute(async (trx) => {
    const at = clock.now();
    const original = await lockAnswered(trx, familyId, answerTo);
    await refuseFormerMember(trx, familyId, birthdayOf);
    const { id, isNew } = await insertHello(trx, {
      family_id: familyId,
      given_by: personId,
      idempotency_key: key,
      at,
      caption: caption || null,
      answer_to: original ? answerTo : null,
      birthday_of: birthdayOf ?? null,
      ...(await questionOf(trx, familyId, sunday, at)),
      check_at: new Date(at.getTime() + retentionMs),
    });
    const hello = { familyId, id };
    if (!isNew && (await isAllStored(trx, hello, file))) return hello;
    if (answerTo !== undefined && !original) throw new Conflict("This hello is no longer there.");
    await store(world, trx, { personId, hello, converted });
    if (isNew) await notifyOfHello(world, trx, { ...hello, giver, answered: original?.given_by, birthdayOf });
    await publish(trx, familyId, ...changedBy(sunday));
    return hello;
  });
  return helloOf(database, hello);
}

interface NewPicture {
  readonly key: string;
  readonly caption?: string | undefined;
  readonly place: number;
}

export const givePicture = (
  world: World,
  member: Member,
  { key, caption, place }: NewPicture,
  upload: Uint8Array,
): Promise<Hello> =>
  give(world, member, {
    key,
    caption,
    file: {
      isStored: (db, hello) => hasPictureAt(db, hello, place),
      async convert() {
        const { large, small } = await reencodeInTwoSizes(upload, largeSize, smallSize);
        return {
          bytes: large.bytes.length + small.bytes.length,
          async store(trx, { familyId: family_id, id: hello_id }) {
            const { width, height } = large;
            const large_id = await putMedia(trx, family_id, large.bytes);
            const small_id = await putMedia(trx, family_id, small.bytes);
            await insertPicture(trx, { family_id, hello_id, place, width, height, large_id, small_id });
          },
        };
      },
    },
  });

interface NewVoiceMessage {
  readonly key: string;
  readonly caption?: string | undefined;
  readonly answerTo?: number | undefined;
  readonly birthdayOf?: number | undefined;
  readonly sunday?: string | undefined;
}

export const giveVoiceMessage = (
  world: World,
  member: Giver,
  given: NewVoiceMessage,
  upload: Uint8Array,
): Promise<Hello> =>
  give(world, member, {
    ...given,
    file: {
      isStored: hasVoiceMessage,
      async convert() {
        const longest = given.sunday === undefined ? maxSeconds.message : maxSeconds.answer;
        const { bytes, durationMs: duration_ms } = await reencodeRecording(upload, longest);
        return {
          bytes: bytes.length,
          async store(trx, { familyId: family_id, id: hello_id }) {
            const media_id = await putMedia(trx, family_id, bytes);
            await insertVoiceMessage(trx, { family_id, hello_id, media_id, duration_ms });
          },
        };
      },
    },
  });

interface NewWords {
  readonly key: string;
  readonly sunday: string;
  readonly words: string;
}

export const giveWords = (world: World, member: Member, { words, ...given }: NewWords): Promise<Hello> =>
  give(world, member, { ...given, caption: words });

interface Loving {
  readonly hello: HelloKey;
  /** The person who loves it, or no longer does. */
  readonly lover: number;
  readonly found: { readonly given_by: number; readonly at: Date };
}

/** Returns false if the person had loved it already. */
async function addHeart(world: World, trx: Db, { hello, lover, found }: Loving): Promise<boolean> {
  const { familyId, id } = hello;
  const heart = { family_id: familyId, hello_id: id, person_id: lover, at: world.clock.now() };
  if (!(await insertHeart(trx, heart))) return false;
  await setCheck(trx, hello, null);
  await notifyOfHeart(world, trx, { familyId, lover, giver: found.given_by });
  return true;
}

/** Returns false if the person had not loved it. */
async function takeHeartBack({ clock }: World, trx: Db, { hello, lover, found }: Loving): Promise<boolean> {
  if (!(await deleteHeart(trx, hello, lover))) return false;
  const checkAt = Math.max(found.at.getTime() + retentionMs, clock.now().getTime() + secondThoughtsMs);
  if (!(await isLoved(trx, hello))) await setCheck(trx, hello, new Date(checkAt));
  return true;
}

/** Nothing changes if it is so already, because a shaky hand taps twice. */
export async function love(
  world: World,
  { familyId, id: lover }: Member,
  id: number,
  isToBeLoved: boolean,
): Promise<Hello> {
  const hello = { familyId, id };
  await world.database.kysely.transaction().execute(async (trx) => {
    const found = await lockHello(trx, hello);
    if (!found) throw new NotFound();
    if (found.given_by === lover) throw new Conflict("You gave this yourself.");
    const change = isToBeLoved ? addHeart : takeHeartBack;
    if (await change(world, trx, { hello, lover, found })) await publish(trx, familyId, "hellos");
  });
  return helloOf(world.database, hello);
}

export const removeHello = (
  { database }: World,
  { familyId, id: personId, role }: Member,
  id: number,
): Promise<void> =>
  database.kysely.transaction().execute(async (trx) => {
    const found = await lockHello(trx, { familyId, id });
    if (!found) throw new NotFound();
    if (found.given_by !== personId && role !== "admin") throw new Forbidden();
    await deleteHello(trx, { familyId, id });
    await publish(trx, familyId, ...changedBy(found.sunday));
  });

export async function pictureOf(
  world: World,
  { familyId }: Member,
  id: number,
  size: "small" | "large",
): Promise<StoredFile> {
  const found = await findPicture(world.database.reads, { familyId, id }, size);
  return answerMedia(world, `hello-${id}-${size}.webp`, found);
}

export const voiceMessageOf = async (world: World, { familyId }: Member, id: number): Promise<StoredFile> =>
  answerMedia(world, `hello-${id}.mp3`, await findVoiceMessage(world.database.reads, { familyId, id }));

export const messageChoice = async ({ reads }: Database, { familyId, id }: Member) => ({
  areOn: await findMessageChoice(reads, familyId, id),
});

export const chooseMessages = (
  { database }: World,
  { familyId, id }: Member,
  areOn: boolean,
): Promise<void> =>
  database.kysely.transaction().execute(async (trx) => {
    await setMessageChoice(trx, familyId, id, areOn);
    await publish(trx, familyId, "hellos");
  });

/** Deletes hellos that nobody has loved. */
export const helloChecks = new RowQueue({
  name: "hello-checks",
  rows: { table: "hellos", keys: ["family_id", "id"], due: "check_at" },
  concurrency: 2,
  process: ({ database }, { family_id: familyId, id }) =>
    database.kysely.transaction().execute(async (trx) => {
      // Somebody may have loved it since it was claimed.
      if (!(await lockHello(trx, { familyId, id })) || (await isLoved(trx, { familyId, id }))) return;
      await deleteHello(trx, { familyId, id });
      await publish(trx, familyId, "hellos");
    }),
});
