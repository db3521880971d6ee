import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import type { HelpRequest, NewHelpRequest } from "#contract/help-requests.ts";
import type { Db, NewRow } from "../db/schema.ts";
import { Invalid, Mismatch, TooMany } from "../errors.ts";
import type { Member } from "../http/session.ts";
import { publish } from "../live/publish.ts";
import type { World } from "../world.ts";
import { requestOf } from "./help-requests.ts";
import { addReceipts } from "./receipts.ts";

type Words = Pick<NewRow<"help_requests">, "phrase" | "phrase_id" | "category_id">;
type Sender = Pick<NewRow<"help_requests">, "family_id" | "asked_by" | "idempotency_key"> & {
  asked_at: Date;
};
type Draft = Words & Sender;

const tooOften = "You have asked very often in this hour. Please call your family.";

const chooseAgain = (field: string) =>
  new Invalid("Please choose again.", { [field]: "This is no longer on the list." });

async function wordsOf(trx: Db, { phraseId, text, categoryId }: NewHelpRequest): Promise<Words> {
  if (text !== undefined)
    return { phrase: text, phrase_id: null, category_id: await categoryOf(trx, categoryId) };
  const phrases = trx.selectFrom("help_phrases").select(["phrase", "id as phrase_id", "category_id"]);
  return phrases.where("id", "=", phraseId ?? 0).executeTakeFirstOrThrow(() => chooseAgain("phraseId"));
}

async function categoryOf(trx: Db, id: number | undefined): Promise<number | null> {
  if (id === undefined) return null;
  const categories = trx.selectFrom("help_categories").select("id").where("id", "=", id);
  return (await categories.executeTakeFirstOrThrow(() => chooseAgain("categoryId"))).id;
}

/** Whom there is to tell, and what the sender has asked in the last hour. */
async function situationOf(trx: Db, { familyId, id }: Member, now: Date) {
  const { rows } = await sql<{ recipients: number; recent: number; wait: number }>`
    select
      (select count(*)::integer from memberships
        where family_id = ${familyId} and person_id <> ${id} and role <> 'grandparent') as recipients,
      count(*)::integer as recent,
      extract(epoch from min(asked_at) + interval '1 hour' - ${now}::timestamptz)::float as wait
    from help_requests
    where family_id = ${familyId} and asked_by = ${id} and asked_at > ${now}::timestamptz - interval '1 hour'
  `.execute(trx);
  return rows[0] ?? { recipients: 0, recent: 0, wait: 0 };
}

/** The new request, or undefined where the sender has used the key before. */
async function insert(trx: Db, request: NewRow<"help_requests">): Promise<number | undefined> {
  const inserted = await trx
    .insertInto("help_requests")
    .values(request)
    .onConflict((conflict) => conflict.columns(["family_id", "asked_by", "idempotency_key"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  return inserted?.id;
}

async function earlierRequest(trx: Db, { phrase, phrase_id, category_id, ...sent }: Draft): Promise<number> {
  const earlier = await trx
    .selectFrom("help_requests")
    .select(["id", "phrase", "phrase_id", "category_id"])
    .where("family_id", "=", sent.family_id)
    .where("asked_by", "=", sent.asked_by)
    .where("idempotency_key", "=", sent.idempotency_key)
    .executeTakeFirstOrThrow();
  const { id, ...words } = earlier;
  if (!isDeepStrictEqual(words, { phrase, phrase_id, category_id })) {
    throw new Mismatch("Another request was sent under this key.");
  }
  return id;
}

/** One sender's requests come one after the other, so that their count is exact. */
const takeTurn = (trx: Db, { familyId, id }: Member) =>
  trx
    .selectFrom("memberships")
    .select("person_id")
    .where("family_id", "=", familyId)
    .where("person_id", "=", id)
    .forNoKeyUpdate()
    .execute();

async function store(trx: Db, { config }: World, member: Member, request: Draft): Promise<number> {
  const { recipients, recent, wait } = await situationOf(trx, member, request.asked_at);
  const state = recipients > 0 ? "ACCEPTED" : "UNREACHABLE";
  const id = await insert(trx, { ...request, state });
  if (id === undefined) return earlierRequest(trx, request);
  if (recent >= config.limits.helpRequestsPerHour) throw new TooMany(tooOften, wait);
  const { family_id, asked_at: at } = request;
  const receipt = { family_id, help_request_id: id, person_id: null, at };
  await addReceipts(trx, receipt, state === "ACCEPTED" ? [state] : ["ACCEPTED", state]);
  await publish(trx, family_id, "help-requests");
  return id;
}

/** Answers once it is on disk: until then nothing was sent. */
export async function ask(
  world: World,
  member: Member,
  wanted: NewHelpRequest,
  key: string = randomUUID(),
): Promise<HelpRequest> {
  const sender = { family_id: member.familyId, asked_by: member.id };
  const once = { idempotency_key: key, asked_at: world.clock.now() };
  const id = await world.database.kysely.transaction().execute(async (trx) => {
    await takeTurn(trx, member);
    return store(trx, world, member, { ...sender, ...once, ...(await wordsOf(trx, wanted)) });
  });
  return requestOf(world.database, member, id);
}
