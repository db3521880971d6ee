// The pictures and voice messages of threads. They are deleted 90 days after their request was closed, unless the family
// keeps them.
import { dayMs } from "#contract/durations.ts";
import type { Reply } from "#contract/help/replies.ts";
import { maxPictures, maxVoiceMessages } from "#contract/help/reply-limits.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { Conflict, NotFound } from "#server/platform/errors.ts";
import type { StoredFile } from "#server/platform/http/route.ts";
import type { Member } from "#server/platform/http/session.ts";
import { RowQueue } from "#server/platform/jobs/queue.ts";
import { publish } from "#server/platform/live/publish.ts";
import { answerMedia, storeMedia } from "#server/platform/media/media.ts";
import { reencode, usualSize } from "#server/platform/media/pictures.ts";
import { reencodeRecording } from "#server/platform/media/recordings.ts";
import type { World } from "#server/platform/world.ts";
import { type Actor, requestOf, visibleTo } from "../requests/requests.ts";
import {
  countFiles,
  deletePicture,
  deleteVoiceMessage,
  type FileKey,
  type FileTable,
  findFile,
  insertHeardReceipt,
  insertPicture,
  insertVoiceMessage,
  lockUnretained,
  setCheck,
  setRetained,
} from "./file-queries.ts";
import { findEarlierReply, findThread } from "./queries.ts";
import { type Content, replyOf, storeReply } from "./replies.ts";

const retentionMs = 90 * dayMs;

/** The columns that pictures and voice messages share. */
interface FileRow {
  readonly family_id: number;
  readonly help_request_id: number;
  readonly sent_by: number;
  readonly media_id: number;
  readonly check_at: Date;
}

interface Upload<Converted> {
  readonly requestId: number;
  readonly key: string;
  readonly table: FileTable;
  /** The most files of this kind that a request can have, and the message for one more. */
  readonly max: number;
  readonly tooMany: string;
  convert(): Promise<Converted>;
  store(trx: Db, converted: Converted, row: FileRow): Promise<Content>;
}

/** A device that got no answer sends it again under the same key. */
async function storeUpload<Converted extends { readonly bytes: Buffer }>(
  world: World,
  member: Actor,
  { requestId, key, table, max, tooMany, convert, store }: Upload<Converted>,
): Promise<Reply> {
  const { database } = world;
  const { familyId, id: personId } = member;
  const thread = { familyId, requestId };
  const refuseTooMany = async (db: Db) => {
    if ((await countFiles(db, table, thread)) >= max) throw new Conflict(tooMany);
  };
  await requestOf(database, member, requestId);
  const earlier = await findEarlierReply(database.kysely, { ...thread, personId, key });
  if (earlier) return await replyOf(database, thread, earlier.id);
  await refuseTooMany(database.kysely);
  const converted = await convert();
  return await storeReply(world, member, { requestId, key }, async (trx, now) => {
    // Others may have been stored since the first check.
    await refuseTooMany(trx);
    const media_id = await storeMedia(world, trx, { personId, familyId }, converted.bytes);
    const about = { family_id: familyId, help_request_id: requestId, sent_by: personId };
    const check_at = new Date(now.getTime() + retentionMs);
    return await store(trx, converted, { ...about, media_id, check_at });
  });
}

export const addPicture = (
  world: World,
  member: Member,
  requestId: number,
  upload: Uint8Array,
  key: string,
): Promise<Reply> =>
  storeUpload(world, member, {
    requestId,
    key,
    table: "help_pictures",
    max: maxPictures,
    tooMany: "This request already has six pictures. Please call.",
    convert: () => reencode(upload, usualSize),
    async store(trx, { width, height }, row) {
      const id = await insertPicture(trx, { ...row, width, height });
      return { words: null, picture_id: id, marks: JSON.stringify([]) };
    },
  });

export const addVoiceMessage = (
  world: World,
  member: Actor,
  requestId: number,
  upload: Uint8Array,
  key: string,
): Promise<Reply> =>
  storeUpload(world, member, {
    requestId,
    key,
    table: "help_voice_messages",
    max: maxVoiceMessages,
    tooMany: "This request already has six voice messages. Please call.",
    convert: () => reencodeRecording(upload),
    async store(trx, { durationMs }, row) {
      const id = await insertVoiceMessage(trx, { ...row, duration_ms: durationMs });
      return { words: null, voice_message_id: id, marks: JSON.stringify([]) };
    },
  });

export async function pictureOf(world: World, member: Member, id: number): Promise<StoredFile> {
  const key = { familyId: member.familyId, id };
  const found = await findFile(world.database.reads, "help_pictures", key, visibleTo(member));
  return answerMedia(world, `picture-${id}.jpg`, found);
}

export async function voiceMessageOf(world: World, member: Member, id: number): Promise<StoredFile> {
  const key = { familyId: member.familyId, id };
  const found = await findFile(world.database.reads, "help_voice_messages", key, visibleTo(member));
  return answerMedia(world, `voice-message-${id}.mp3`, found);
}

/** Records that somebody has listened to all of it. */
export async function recordHeard({ database, clock }: World, member: Member, id: number): Promise<void> {
  const { familyId, id: personId } = member;
  await database.kysely.transaction().execute(async (trx) => {
    const found = await findFile(trx, "help_voice_messages", { familyId, id }, visibleTo(member));
    if (!found) throw new NotFound();
    if (await insertHeardReceipt(trx, familyId, id, { personId, at: clock.now() }))
      await publish(trx, familyId, "help-replies");
  });
}

/** Retains a file for longer than 90 days after its request was closed, or no longer. */
export async function retain(
  { database, clock }: World,
  { familyId }: Member,
  { table, id }: { readonly table: FileTable; readonly id: number },
  isKept: boolean,
): Promise<void> {
  await database.kysely.transaction().execute(async (trx) => {
    const retained = { isKept, checkAt: isKept ? null : clock.now() };
    if (!(await setRetained(trx, table, { familyId, id }, retained))) throw new NotFound();
    await publish(trx, familyId, "help-replies");
  });
}

type Delete = (trx: Db, key: FileKey) => Promise<void>;

async function check(
  { database, clock }: World,
  table: FileTable,
  key: FileKey,
  deleteFile: Delete,
): Promise<void> {
  const now = clock.now();
  await database.kysely.transaction().execute(async (trx) => {
    // Somebody may have decided to keep it since it was claimed.
    const file = await lockUnretained(trx, table, key);
    if (!file) return;
    const thread = { familyId: key.familyId, requestId: file.help_request_id };
    const { closed_at } = await findThread(trx, thread);
    const deleteAt = new Date((closed_at ?? now).getTime() + retentionMs);
    if (deleteAt > now) return await setCheck(trx, table, key, deleteAt);
    await deleteFile(trx, key);
    await publish(trx, key.familyId, "help-replies");
  });
}

const retentionQueue = (name: string, table: FileTable, deleteFile: Delete) =>
  new RowQueue({
    name,
    rows: { table, keys: ["family_id", "id"], due: "check_at" },
    concurrency: 2,
    process: (world, { family_id: familyId, id }) => check(world, table, { familyId, id }, deleteFile),
  });

export const pictureChecks = retentionQueue("help-picture-checks", "help_pictures", deletePicture);

export const voiceMessageChecks = retentionQueue(
  "help-voice-message-checks",
  "help_voice_messages",
  deleteVoiceMessage,
);
