import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { hourMs } from "#contract/durations.ts";
import { scamCategoryId } from "#contract/help/known-categories.ts";
import type { HelpRequest, NewHelpRequest } from "#contract/help/requests.ts";
import { countLimitHit } from "#server/platform/allowances/limit-hits.ts";
import type { Database } from "#server/platform/db/connect.ts";
import type { NewRow } from "#server/platform/db/schema.ts";
import { Invalid, Mismatch, TooMany } from "#server/platform/errors.ts";
import type { World } from "#server/platform/world.ts";
import { findAskedPhrase, hasCategory } from "../phrases/queries.ts";
import { everyoneAtOnce, plannedSteps } from "../plan/escalation-plan.ts";
import { type NewRequest, openRequest } from "./lifecycle.ts";
import { findEarlierRequest, findFirstRequestSince } from "./queries.ts";
import { type Actor, requestOf } from "./requests.ts";

type Words = Pick<NewRow<"help_requests">, "phrase" | "phrase_id" | "category_id">;

const tooOften = "You've asked many times in the past hour. Please call your family.";

const chooseAgain = (field: string) =>
  new Invalid("Please choose again.", { [field]: "This is no longer on the list." });

async function wordsOf(
  { reads }: Database,
  { familyId }: Actor,
  { phraseId, text = "", categoryId }: NewHelpRequest,
): Promise<Words> {
  if (phraseId !== undefined) {
    const asked = await findAskedPhrase(reads, familyId, phraseId);
    if (!asked) throw chooseAgain("phraseId");
    return { phrase: asked.phrase, phrase_id: asked.id, category_id: asked.category_id };
  }
  if (categoryId !== undefined && !(await hasCategory(reads, categoryId))) throw chooseAgain("categoryId");
  return { phrase: text, phrase_id: null, category_id: categoryId ?? null };
}

/** Returns the request stored before under the same key, or refuses one that exceeds the limit. */
async function earlierRequest(world: World, member: Actor, draft: NewRequest): Promise<HelpRequest> {
  const { database } = world;
  const { idempotency_key: key, at, phrase, phrase_id, category_id } = draft;
  const earlier = await findEarlierRequest(database.reads, draft, key);
  if (!earlier) {
    const first = await findFirstRequestSince(database.reads, draft, new Date(at.getTime() - hourMs));
    const waitMs = first ? first.getTime() + hourMs - at.getTime() : 0;
    countLimitHit(world, "help-requests");
    throw new TooMany(tooOften, waitMs / 1_000);
  }
  const { id, ...wordsThen } = earlier;
  if (!isDeepStrictEqual(wordsThen, { phrase, phrase_id, category_id }))
    throw new Mismatch("A different request was already sent with this key.");
  return requestOf(database, member, id);
}

interface HowAsked {
  /** The telephone of a person who asks on it. They are called back when somebody helps. */
  readonly callBackNumber?: string;
}

/** Responds when the request is on disk. Nothing is sent before that. */
export async function ask(
  world: World,
  member: Actor,
  wanted: NewHelpRequest,
  key: string = randomUUID(),
  { callBackNumber }: HowAsked = {},
): Promise<HelpRequest> {
  const { database, clock } = world;
  const [words, plan] = await Promise.all([
    wordsOf(database, member, wanted),
    plannedSteps(world, member.familyId),
  ]);
  // A scammer may be waiting for an answer, so everybody is asked at once.
  const isUrgent = words.category_id === scamCategoryId;
  const draft = {
    ...words,
    family_id: member.familyId,
    asked_by: member.id,
    idempotency_key: key,
    at: clock.now(),
    isUrgent,
    plan: isUrgent ? everyoneAtOnce(plan, world) : plan,
    callBackNumber,
  };
  const id = await openRequest(world, draft);
  return id === undefined ? earlierRequest(world, member, draft) : requestOf(database, member, id);
}
