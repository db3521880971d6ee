// The thread of a request: what both sides write and show about it, in its order.
import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import type { NewReply, Reply } from "#contract/help/replies.ts";
import type { Database } from "#server/db/connect.ts";
import type { Db, NewRow } from "#server/db/schema.ts";
import { Conflict, Mismatch, NotFound } from "#server/errors.ts";
import type { Member } from "#server/http/session.ts";
import { publish, publishing } from "#server/live/publish.ts";
import type { World } from "#server/world.ts";
import { instant, requestOf } from "../requests/requests.ts";
import { tellOfReply } from "./reply-kind.ts";

const maxReplies = 200;

// This joins people and not memberships, so that those who have left are still named.
const readReplies = `select p.id, p.idempotency_key as "idempotencyKey", ${instant("p.at")} as at, p.words, p.marks,
    json_build_object('id', s.id, 'name', s.username) as person,
    case when i.id is not null then json_build_object('id', i.id, 'width', i.width, 'height', i.height,
      'isKept', i.is_kept) end as picture,
    coalesce((
      select json_agg(json_build_object('person', json_build_object('id', v.id, 'name', v.username),
        'at', ${instant("e.at")}) order by e.at, v.id)
      from help_reply_receipts e join people v on v.id = e.person_id
      where e.family_id = p.family_id and e.reply_id = p.id
    ), '[]') as "seenBy"
  from help_replies p
  join people s on s.id = p.person_id
  left join help_pictures i on i.family_id = p.family_id and i.id = p.picture_id
  where p.family_id = $1 and p.help_request_id = $2`;

const listReplies = { name: "list-help-replies", text: `${readReplies} order by p.id` };
const findReply = { name: "find-help-reply", text: `${readReplies} and p.id = $3` };

export async function repliesTo(database: Database, member: Member, requestId: number): Promise<Reply[]> {
  await requestOf(database, member, requestId);
  return await database.read(listReplies, [member.familyId, requestId]);
}

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

type Content = Pick<NewRow<"help_replies">, "words" | "picture_id" | "marks">;

/** Stores a reply to an open request once. The lock on the request makes replies, and its end, wait for each other. */
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
    await tellOfReply(world, trx, { familyId, requestId, personId });
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

export async function addReply(
  world: World,
  member: Member,
  requestId: number,
  { words = null, pictureId = null, marks = [] }: { [Part in keyof NewReply]: NewReply[Part] | null },
  key: string,
): Promise<Reply> {
  const reply = await storeReply(world, member, { requestId, key }, async (trx) => {
    if (pictureId !== null) await refuseForeignPicture(trx, member, requestId, pictureId);
    return { words, picture_id: pictureId, marks: JSON.stringify(marks) };
  });
  if (reply.words !== words || !isDeepStrictEqual(reply.marks, marks))
    throw new Mismatch("A different reply was already sent with this key.");
  return reply;
}

// One's own replies need no receipt.
const storeSeen = {
  name: "store-help-reply-receipts",
  text: `with added as (
    insert into help_reply_receipts (family_id, reply_id, person_id, at)
    select family_id, id, $3, $5 from help_replies
    where family_id = $1 and help_request_id = $2 and id <= $4 and person_id <> $3
    on conflict do nothing
    returning family_id
  )
  select ${publishing("familyId", "family_id", "help-replies")} from (select distinct family_id from added) as families`,
};

/** A person who has seen a reply has seen those before it. */
export async function recordSeen(
  { database, clock }: World,
  member: Member,
  requestId: number,
  replyId: number,
): Promise<void> {
  await requestOf(database, member, requestId);
  await database.write(storeSeen, [member.familyId, requestId, member.id, replyId, clock.now()]);
}
