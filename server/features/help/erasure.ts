import { type RawBuilder, sql } from "kysely";
import { findFamilyIdsEver } from "#server/features/families/queries.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { publish } from "#server/platform/live/publish.ts";
import { promiseMessage } from "./promises/promise-kind.ts";
import { deletePicture } from "./replies/pictures.ts";
import { replyMessage } from "./replies/reply-kind.ts";
import { helpMessage } from "./requests/help-message.ts";
import { videoCallMessage } from "./video-calls/video-call-kind.ts";

/** Deletes the threads of a person's requests, and what they wrote and showed in those of others. */
async function eraseReplies(
  trx: Db,
  personId: number,
  inFamilies: RawBuilder<unknown>,
  ownRequestIds: readonly number[],
): Promise<void> {
  const ofOwn = sql`help_request_id = any (${ownRequestIds}::bigint[])`;
  await sql`delete from help_reply_receipts where ${inFamilies} and person_id = ${personId}`.execute(trx);
  await sql`delete from help_replies where ${inFamilies} and (person_id = ${personId} or ${ofOwn})`.execute(
    trx,
  );
  const { rows } = await sql<{ id: number; family_id: number }>`
    select family_id, id from help_pictures where ${inFamilies} and (sent_by = ${personId} or ${ofOwn})`.execute(
    trx,
  );
  for (const { family_id, id } of rows) await deletePicture(trx, family_id, id);
  await sql`
    delete from help_voice_messages where ${inFamilies} and (sent_by = ${personId} or ${ofOwn})`.execute(trx);
}

/** Takes a person's pictures out of the family's guides. Their text stays, without the name of its author. */
async function eraseGuidePictures(trx: Db, personId: number, inFamilies: RawBuilder<unknown>): Promise<void> {
  const own = sql`select family_id, id from guide_pictures where ${inFamilies} and added_by = ${personId}`;
  await sql`update guide_steps set picture_id = null, marks = '[]'
    where ${inFamilies} and (family_id, picture_id) in (${own})`.execute(trx);
  await sql`delete from guide_pictures where ${inFamilies} and added_by = ${personId}`.execute(trx);
}

/** Deletes a person's help requests, and their part in other people's requests, which stay. */
export async function eraseHelp(trx: Db, personId: number): Promise<void> {
  const familyIds = await findFamilyIdsEver(trx, personId);
  const inFamilies = sql`family_id = any (${familyIds}::integer[])`;
  const { rows: own } = await sql<{ id: number }>`
    select id from help_requests where ${inFamilies} and asked_by = ${personId} for update`.execute(trx);
  const ids = own.map(({ id }) => id);
  const kinds = [helpMessage, promiseMessage, replyMessage, videoCallMessage].map(({ name }) => name);
  await sql`delete from messages where kind = any (${kinds}) and subject_id = any (${ids}::bigint[])`.execute(
    trx,
  );
  await eraseReplies(trx, personId, inFamilies, ids);
  await eraseGuidePictures(trx, personId, inFamilies);
  for (const table of ["help_request_receipts", "help_promises", "help_verdicts"])
    await sql`delete from ${sql.table(table)}
      where ${inFamilies} and (person_id = ${personId} or help_request_id = any (${ids}::bigint[]))`.execute(
      trx,
    );
  await sql`delete from video_calls
    where ${inFamilies} and (helper_id = ${personId} or help_request_id = any (${ids}::bigint[]))`.execute(
    trx,
  );
  await sql`delete from help_requests where ${inFamilies} and asked_by = ${personId}`.execute(trx);
  await sql`update help_requests set helper_id = null where ${inFamilies} and helper_id = ${personId}`.execute(
    trx,
  );
  await sql`update help_requests set handed_on_by = null, handed_on_at = null
    where ${inFamilies} and handed_on_by = ${personId}`.execute(trx);
  for (const familyId of familyIds) await publish(trx, familyId, "help-requests", "help-replies", "guides");
}
