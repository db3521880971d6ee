import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { HelpRequest, NewHelpRequest } from "#contract/help/requests.ts";
import { scamCategoryId } from "#contract/help/scams.ts";
import type { Database } from "#server/db/connect.ts";
import type { NewRow } from "#server/db/schema.ts";
import { Invalid, Mismatch, TooMany } from "#server/errors.ts";
import type { Member } from "#server/http/session.ts";
import { publishing } from "#server/live/publish.ts";
import type { World } from "#server/world.ts";
import { findPhrase, hasCategory } from "../phrases/phrases.ts";
import { everyoneAtOnce, type PlannedStep, plannedSteps } from "../plan/escalation-plan.ts";
import { wake } from "./delivery/help-kind.ts";
import { requestOf, requestsFrom } from "./requests.ts";
import { storeRequestCtes } from "./transition.ts";

type Words = Pick<NewRow<"help_requests">, "phrase" | "phrase_id" | "category_id">;
type Draft = Words & { key: string; at: Date; isUrgent: boolean; plan: readonly PlannedStep[] };

const tooOften = "You've asked many times in the past hour. Please call your family.";

const chooseAgain = (field: string) =>
  new Invalid("Please choose again.", { [field]: "This is no longer on the list." });

async function wordsOf(database: Database, member: Member, wanted: NewHelpRequest): Promise<Words> {
  const { phraseId, text = "", categoryId } = wanted;
  if (phraseId !== undefined) return phraseWords(database, member, phraseId);
  if (categoryId !== undefined && !(await hasCategory(database, categoryId))) throw chooseAgain("categoryId");
  return { phrase: text, phrase_id: null, category_id: categoryId ?? null };
}

async function phraseWords(database: Database, member: Member, phraseId: number): Promise<Words> {
  const said = await findPhrase(database, member, phraseId);
  if (!said) throw chooseAgain("phraseId");
  return { phrase: said.phrase, phrase_id: said.id, category_id: said.categoryId };
}

// One statement stores everything or nothing, and reads the answer from what it stores. It returns no row when the
// hourly limit is reached or the key was used before. From the sixth request in a minute on, requests wait for the next
// quarter of a minute and leave as one message. The plan of an urgent request begins five minutes in, as in a transition.
const storeRequest = {
  name: "store-help-request",
  text: `with beginning as (
    select case when exists (
      select from memberships where family_id = $1 and person_id <> $2 and role <> 'grandparent'
    ) then 'ACCEPTED' else 'UNREACHABLE' end as state, case when (
      select count(*) from help_requests
      where family_id = $1 and asked_by = $2 and asked_at > $4::timestamptz - interval '1 minute' and asked_at <= $4::timestamptz
    ) < 5 then $4::timestamptz
      else date_bin('15 seconds', $4::timestamptz, timestamptz 'epoch') + interval '15 seconds' end
      - case when $10::boolean then interval '5 minutes' else interval '0' end as plan_began_at
    where lock_and_count_help_requests($1, $2, $4::timestamptz - interval '1 hour') < $8
  ), draft as (
    select $1::integer as family_id, $2::integer as asked_by, $3 as idempotency_key, $4::timestamptz as asked_at,
      $5 as phrase, $6::integer as phrase_id, $7::integer as category_id, state, $10::boolean as is_urgent,
      $9::jsonb as plan, plan_began_at,
      plan_began_at + make_interval(secs => ($9::jsonb -> 0 ->> 'after')::integer) as next_step_at
    from beginning
  ), ${storeRequestCtes}, answer as (${requestsFrom("stored", "receipts")})
  select (select to_json(answer) from answer) as request,
    ${publishing("familyId", "family_id", "help-requests")}, ${wake} from stored`,
};

async function store(
  { database, config }: World,
  member: Member,
  draft: Draft,
): Promise<HelpRequest | undefined> {
  const { key, at, phrase, phrase_id, category_id, isUrgent, plan } = draft;
  const { helpRequestsPerHour } = config.limits;
  const [stored] = await database.write<{ request: HelpRequest }>(storeRequest, [
    member.familyId,
    member.id,
    key,
    at,
    phrase,
    phrase_id,
    category_id,
    helpRequestsPerHour,
    JSON.stringify(plan),
    isUrgent,
  ]);
  return stored?.request;
}

const findEarlier = {
  name: "find-earlier-help-request",
  text: `select id, phrase, phrase_id, category_id from help_requests
    where family_id = $1 and asked_by = $2 and idempotency_key = $3`,
};

const findWait = {
  name: "find-help-request-wait",
  text: `select extract(epoch from min(asked_at) + interval '1 hour' - $3::timestamptz)::float as seconds
    from help_requests where family_id = $1 and asked_by = $2 and asked_at > $3::timestamptz - interval '1 hour'`,
};

/** Returns the request stored before under the same key, or refuses one that exceeds the limit. */
async function earlierRequest(database: Database, member: Member, draft: Draft): Promise<HelpRequest> {
  const { key, at, phrase, phrase_id, category_id } = draft;
  const sender = [member.familyId, member.id];
  const [earlier] = await database.read<Words & { id: number }>(findEarlier, [...sender, key]);
  if (!earlier) {
    const [wait] = await database.read<{ seconds: number | null }>(findWait, [...sender, at]);
    throw new TooMany(tooOften, wait?.seconds ?? 0);
  }
  const { id, ...wordsThen } = earlier;
  if (!isDeepStrictEqual(wordsThen, { phrase, phrase_id, category_id }))
    throw new Mismatch("A different request was already sent with this key.");
  return requestOf(database, member, id);
}

/** Responds when the request is on disk. Nothing is sent before that. */
export async function ask(
  world: World,
  member: Member,
  wanted: NewHelpRequest,
  key: string = randomUUID(),
): Promise<HelpRequest> {
  const { database, clock } = world;
  const [words, plan] = await Promise.all([
    wordsOf(database, member, wanted),
    plannedSteps(database, member.familyId),
  ]);
  // A scammer may be waiting for an answer, so everybody is asked at once.
  const isUrgent = words.category_id === scamCategoryId;
  const draft = {
    ...words,
    key,
    at: clock.now(),
    isUrgent,
    plan: isUrgent ? everyoneAtOnce(plan) : plan,
  };
  return (await store(world, member, draft)) ?? (await earlierRequest(database, member, draft));
}
