// The voice messages of requests. They are in the database, like the pictures.
import type { Reply } from "#contract/help/replies.ts";
import { maxVoiceMessages } from "#contract/help/reply-limits.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { NotFound } from "#server/platform/errors.ts";
import { StoredFile } from "#server/platform/http/route.ts";
import type { Member } from "#server/platform/http/session.ts";
import { publishing } from "#server/platform/live/publish.ts";
import { reencodeRecording } from "#server/platform/media/recordings.ts";
import type { World } from "#server/platform/world.ts";
import { visibleTo } from "../requests/requests.ts";
import { firstCheck, retentionQueue } from "./retention.ts";
import { storeUpload } from "./uploads.ts";

export const addVoiceMessage = (
  world: World,
  member: Member,
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
    async store(trx, { bytes, durationMs }, now) {
      const about = { family_id: member.familyId, help_request_id: requestId, sent_by: member.id };
      const { id } = await trx
        .insertInto("help_voice_messages")
        .values({ ...about, bytes, duration_ms: durationMs, check_at: firstCheck(now) })
        .returning("id")
        .executeTakeFirstOrThrow();
      return { words: null, voice_message_id: id, marks: JSON.stringify([]) };
    },
  });

const found = `from help_voice_messages v
  join help_requests r on r.family_id = v.family_id and r.id = v.help_request_id
  where v.family_id = $1 and v.id = $2 and ($3::integer is null or r.asked_by = $3)`;

const findVoiceMessage = { name: "find-help-voice-message", text: `select v.bytes ${found}` };

export async function voiceMessageOf({ database }: World, member: Member, id: number): Promise<StoredFile> {
  const values = [member.familyId, id, visibleTo(member)];
  const [message] = await database.read<{ bytes: Buffer }>(findVoiceMessage, values);
  if (!message) throw new NotFound();
  return new StoredFile(`voice-message-${id}.mp3`, message.bytes);
}

// The sender needs no receipt, and a second receipt of the same person says nothing new.
const storeHeard = {
  name: "store-help-voice-message-receipt",
  text: `with found as (select v.family_id, v.id ${found}),
  added as (
    insert into help_reply_receipts (family_id, reply_id, person_id, at)
    select p.family_id, p.id, $4, $5 from help_replies p
    join found on found.family_id = p.family_id and found.id = p.voice_message_id
    where p.person_id <> $4
    on conflict do nothing
    returning family_id
  )
  select found.id, (select ${publishing("familyId", "family_id", "help-replies")} from added) from found`,
};

/** Records that somebody has listened to all of it. */
export async function recordHeard({ database, clock }: World, member: Member, id: number): Promise<void> {
  const values = [member.familyId, id, visibleTo(member), member.id, clock.now()];
  const heard = await database.write(storeHeard, values);
  if (heard.length === 0) throw new NotFound();
}

async function deleteVoiceMessage(trx: Db, familyId: number, id: number): Promise<void> {
  const all = trx.deleteFrom("help_voice_messages");
  await all.where("family_id", "=", familyId).where("id", "=", id).execute();
}

export const voiceMessageChecks = retentionQueue(
  "help-voice-message-checks",
  "help_voice_messages",
  deleteVoiceMessage,
);
