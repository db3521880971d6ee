// The thread of a request: what both sides write, show and say about it, in order.
import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import type { NewReply, Reply } from "#contract/help/replies.ts";
import type { Database } from "#server/platform/db/connect.ts";
import { instant } from "#server/platform/db/instant.ts";
import type { Db, NewRow } from "#server/platform/db/schema.ts";
import { Conflict, Mismatch, NotFound } from "#server/platform/errors.ts";
import type { Member } from "#server/platform/http/session.ts";
import { publish, publishing } from "#server/platform/live/publish.ts";
import type { World } from "#server/platform/world.ts";
import { requestOf } from "../requests/requests.ts";
import { notifyOfReply } from "./reply-kind.ts";

const maxReplies = 200;

// This joins people and not memberships, so that those who have left are still named.
const readReplies = `select p.id, p.idempotency_key as "idempotencyKey", ${instant("p.at")} as at, p.words, p.marks,
    json_build_object('id', s.id, 'name', s.username) as person,
    case when i.id is not null then json_build_object('id', i.id, 'width', i.width, 'height', i.height,
      'isKept', i.is_kept) end as picture,
    case when w.id is not null then json_build_object('id', w.id, 'durationMs', w.duration_ms,
      'isKept', w.is_kept) end as "voiceMessage",
    case when g.id is not null then json_build_object('id', g.id, 'title', g.title)
      when p.ready_guide is not null then json_build_object('id', p.ready_guide, 'title', null) end as guide,
    coalesce((
      select json_agg(json_build_object('person', json_build_object('id', v.id, 'name', v.username),
        'at', ${instant("e.at")}) order by e.at, v.id)
      from help_reply_receipts e join people v on v.id = e.person_id
      where e.family_id = p.family_id and e.reply_id = p.id
    ), '[]') as "seenBy"
  from help_replies p
  join people s on s.id = p.person_id
  left join help_pictures i on i.family_id = p.family_id and i.id = p.picture_id
  left join help_voice_messages w on w.family_id = p.family_id and w.id = p.voice_message_id
  left join guides g on g.family_id = p.family_id and g.id = p.guide_id
  where p.family_id = $1 and p.help_request_id = $2`;

const listReplies = { name: "list-help-replies", text: `${readReplies} order by p.id` };
const findReply = { name: "find-help-reply", text: `${readReplies} and p.id = $3` };

export async function repliesTo(database: Database, member: Member, requestId: number): Promise<Reply[]> {
  await requestOf(database, member, requestId);
  return await database.read(listReplies, [member.familyId, requestId]);
}

/** The reply that this person has already sent under the same key. */
export async function earlierReply(
  db: Db,
  { familyId, id: personId }: Member,
  requestId: number,
  key: string,
): Promise<number | undefined> {
  const earlier = await db
    .selectFrom("help_replies")
    .select("id")
    .where("family_id", "=", familyId)
    .where("help_request_id", "=", requestId)
    .where("person_id", "=", personId)
    .where("idempotency_key", "=", key)
    .executeTakeFirst();
  return earlier?.id;
}

async function refuseClosed(trx: Db, { familyId }: Member, requestId: number): Promise<void> {
  const request = await trx
    .selectFrom("help_requests")
    .select("closed_at")
    .where("family_id", "=", familyId)
    .where("id", "=", requestId)
    .executeTakeFirst();
  if (!request) throw new NotFound();
  if (request.closed_at) throw new Conflict("This was not sent, because the request is closed.");
}

async function refuseFullThread(trx: Db, { familyId }: Member, requestId: number): Promise<void> {
  const { count } = await trx
    .selectFrom("help_replies")
    .select((select) => select.fn.countAll<number>().as("count"))
    .where("family_id", "=", familyId)
    .where("help_request_id", "=", requestId)
    .executeTakeFirstOrThrow();
  if (count >= maxReplies) throw new Conflict("That is a lot of messages for one request. Please call.");
}

/** The content of a reply. */
export type Content = Pick<
  NewRow<"help_replies">,
  "words" | "picture_id" | "voice_message_id" | "marks" | "guide_id" | "ready_guide"
>;

/**
 * Stores a reply to an open request once. Because of the lock on the request, replies wait for each other and for the
 * request's end.
 */
export async function storeReply(
  world: World,
  member: Member,
  { requestId, key }: { requestId: number; key: string },
  contentOf: (trx: Db, now: Date) => Promise<Content>,
): Promise<Reply> {
  const { database, clock } = world;
  await requestOf(database, member, requestId);
  const { familyId, id: personId } = member;
  const id = await database.kysely.transaction().execute(async (trx) => {
    await sql`select from help_requests where family_id = ${familyId} and id = ${requestId} for no key update`.execute(
      trx,
    );
    const earlier = await earlierReply(trx, member, requestId, key);
    if (earlier !== undefined) return earlier;
    await refuseClosed(trx, member, requestId);
    await refuseFullThread(trx, member, requestId);
    const at = clock.now();
    const about = { family_id: familyId, help_request_id: requestId, person_id: personId };
    const { id } = await trx
      .insertInto("help_replies")
      .values({ ...about, idempotency_key: key, at, ...(await contentOf(trx, at)) })
      .returning("id")
      .executeTakeFirstOrThrow();
    await notifyOfReply(world, trx, { familyId, requestId, personId });
    await publish(trx, familyId, "help-replies");
    return id;
  });
  return replyOf(database, member, requestId, id);
}

export async function replyOf(
  database: Database,
  member: Member,
  requestId: number,
  id: number,
): Promise<Reply> {
  const [reply] = await database.read<Reply>(findReply, [member.familyId, requestId, id]);
  if (!reply) throw new NotFound();
  return reply;
}

async function refuseForeignPicture(
  trx: Db,
  { familyId }: Member,
  requestId: number,
  id: number,
): Promise<void> {
  const picture = await trx
    .selectFrom("help_pictures")
    .select("id")
    .where("family_id", "=", familyId)
    .where("help_request_id", "=", requestId)
    .where("id", "=", id)
    .executeTakeFirst();
  if (!picture) throw new Conflict("This picture is no longer there.");
}

async function refuseForeignGuide(trx: Db, { familyId }: Member, id: number): Promise<void> {
  const guide = await trx
    .selectFrom("guides")
    .select("id")
    .where("family_id", "=", familyId)
    .where("id", "=", id)
    .executeTakeFirst();
  if (!guide) throw new Conflict("This guide is no longer there.");
}

export async function addReply(
  world: World,
  member: Member,
  requestId: number,
  {
    words = null,
    pictureId = null,
    marks = [],
    guideId = null,
  }: { [Part in keyof NewReply]: NewReply[Part] | null },
  key: string,
): Promise<Reply> {
  const reply = await storeReply(world, member, { requestId, key }, async (trx) => {
    if (pictureId !== null) await refuseForeignPicture(trx, member, requestId, pictureId);
    const guide = typeof guideId === "number" ? { guide_id: guideId } : { ready_guide: guideId };
    if (guide.guide_id !== undefined) await refuseForeignGuide(trx, member, guide.guide_id);
    return { words, picture_id: pictureId, marks: JSON.stringify(marks), ...guide };
  });
  const isSame = reply.words === words && (reply.guide?.id ?? null) === guideId;
  if (!isSame || !isDeepStrictEqual(reply.marks, marks))
    throw new Mismatch("A different reply was already sent with this key.");
  return reply;
}

// People need no receipt for their own replies, and seeing a voice message is not listening to it.
const storeSeen = {
  name: "store-help-reply-receipts",
  text: `with added as (
    insert into help_reply_receipts (family_id, reply_id, person_id, at)
    select family_id, id, $3, $5 from help_replies
    where family_id = $1 and help_request_id = $2 and id <= $4 and person_id <> $3 and voice_message_id is null
    on conflict do nothing
    returning family_id
  )
  select ${publishing("familyId", "family_id", "help-replies")} from (select distinct family_id from added) as families`,
};

/** A person who has seen a reply has seen the earlier ones. */
export async function recordSeen(
  { database, clock }: World,
  member: Member,
  requestId: number,
  replyId: number,
): Promise<void> {
  await requestOf(database, member, requestId);
  await database.write(storeSeen, [member.familyId, requestId, member.id, replyId, clock.now()]);
}
