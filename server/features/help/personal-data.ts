// Exports, imports and erases help requests, phrases and the plan. Guides, things and replies are exported, and imported,
// by the personal-data.ts of their own folders.
import { sql } from "kysely";
import * as z from "zod/mini";
import { NewHelpPhrase } from "#contract/help/phrases.ts";
import type { ChosenEscalationPlan } from "#contract/help/plan.ts";
import type { FamilyExport } from "#contract/personal-data/family-export.ts";
import { Id } from "#contract/values.ts";
import { findFamilyIdsEver } from "#server/features/families/queries.ts";
import type { Limits } from "#server/platform/config/limits.ts";
import { inOnePage, inPagesById, type Pages, pageSize } from "#server/platform/db/pages.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { Invalid } from "#server/platform/errors.ts";
import { publish } from "#server/platform/live/publish.ts";
import { findCategories, findLibraryIds, insertImportedPhrases } from "./phrases/queries.ts";
import { storePlan } from "./plan/queries.ts";
import { promiseMessage } from "./promises/promise-kind.ts";
import { deletePicture } from "./replies/file-queries.ts";
import { replyMessage } from "./replies/reply-kind.ts";
import { helpMessage } from "./requests/help-message.ts";
import { forgetHelper } from "./requests/lifecycle.ts";
import { thanksMessage } from "./thanks/thanks-kind.ts";
import { videoCallMessage } from "./video-calls/video-call-kind.ts";

const requestsOf = (db: Db, familyId: number, after: number) =>
  db
    .selectFrom("help_requests as r")
    .leftJoin("help_categories as c", "c.id", "r.category_id")
    .select(["r.id", "r.phrase as words", "r.asked_at as askedAt", "r.closed_at as closedAt", "r.state"])
    .select(["c.name as category", "r.is_urgent as isUrgent"])
    .select(["r.handed_on_by as handedOnById", "r.handed_on_at as handedOnAt", "r.thanked_at as thankedAt"])
    .where("r.family_id", "=", familyId)
    .where("r.id", ">", after)
    .orderBy("r.id")
    .limit(pageSize);

export const exportedRequests = (db: Db, familyId: number): Pages =>
  inPagesById((after) =>
    requestsOf(db, familyId, after)
      .innerJoin("people as p", "p.id", "r.asked_by")
      .leftJoin("people as h", "h.id", "r.helper_id")
      .select(["r.asked_by as askedById", "p.username as askedBy"])
      .select(["r.helper_id as helperId", "h.username as helper"])
      .execute(),
  );

export const exportedOwnRequests = (db: Db, familyId: number, personId: number): Pages =>
  inPagesById((after) =>
    requestsOf(db, familyId, after)
      .select("r.family_id as familyId")
      .select((select) =>
        select.case().when("r.asked_by", "=", personId).then("asked").else("helped").end().as("part"),
      )
      .where((where) => where.or([where("r.asked_by", "=", personId), where("r.helper_id", "=", personId)]))
      .execute(),
  );

const receiptsOf = (db: Db, familyId: number, after: number) =>
  db
    .selectFrom("help_request_receipts as e")
    .select(["e.id", "e.help_request_id as helpRequestId", "e.state", "e.at"])
    .where("e.family_id", "=", familyId)
    .where("e.id", ">", after)
    .orderBy("e.id")
    .limit(pageSize);

export const exportedReceipts = (db: Db, familyId: number): Pages =>
  inPagesById((after) =>
    receiptsOf(db, familyId, after)
      .leftJoin("people as p", "p.id", "e.person_id")
      .select(["e.person_id as personId", "p.username as person"])
      .execute(),
  );

export const exportedOwnReceipts = (db: Db, familyId: number, personId: number): Pages =>
  inPagesById((after) =>
    receiptsOf(db, familyId, after)
      .select("e.family_id as familyId")
      .where("e.person_id", "=", personId)
      .execute(),
  );

const promisesOf = (db: Db, familyId: number, after: number) =>
  db
    .selectFrom("help_promises as e")
    .select(["e.id", "e.help_request_id as helpRequestId", "e.kind", "e.due_at as dueAt", "e.words"])
    .select(["e.made_at as at", "e.is_kept as isKept"])
    .where("e.family_id", "=", familyId)
    .where("e.id", ">", after)
    .orderBy("e.id")
    .limit(pageSize);

export const exportedPromises = (db: Db, familyId: number): Pages =>
  inPagesById((after) =>
    promisesOf(db, familyId, after)
      .innerJoin("people as p", "p.id", "e.person_id")
      .select(["e.person_id as personId", "p.username as person"])
      .execute(),
  );

export const exportedOwnPromises = (db: Db, familyId: number, personId: number): Pages =>
  inPagesById((after) =>
    promisesOf(db, familyId, after)
      .select("e.family_id as familyId")
      .where("e.person_id", "=", personId)
      .execute(),
  );

const verdictsOf = (db: Db, familyId: number, after: number) =>
  db
    .selectFrom("help_verdicts as e")
    .select(["e.id", "e.help_request_id as helpRequestId", "e.verdict", "e.at"])
    .where("e.family_id", "=", familyId)
    .where("e.id", ">", after)
    .orderBy("e.id")
    .limit(pageSize);

export const exportedVerdicts = (db: Db, familyId: number): Pages =>
  inPagesById((after) =>
    verdictsOf(db, familyId, after)
      .innerJoin("people as p", "p.id", "e.person_id")
      .select(["e.person_id as personId", "p.username as person"])
      .execute(),
  );

export const exportedOwnVerdicts = (db: Db, familyId: number, personId: number): Pages =>
  inPagesById((after) =>
    verdictsOf(db, familyId, after)
      .select("e.family_id as familyId")
      .where("e.person_id", "=", personId)
      .execute(),
  );

export const exportedPhrases = (db: Db, familyId: number): Pages =>
  inPagesById((after) =>
    db
      .selectFrom("family_phrases as f")
      .leftJoin("help_phrases as l", "l.id", "f.id")
      .select(["f.id", "f.category_id as categoryId", "f.phrase as words", "l.phrase as builtInWords"])
      .select(["f.is_hidden as isHidden", "f.position"])
      .where("f.family_id", "=", familyId)
      .where("f.is_deleted", "=", false)
      .where("f.id", ">", after)
      .orderBy("f.id")
      .limit(pageSize)
      .execute(),
  );

export const exportedPlan = (db: Db, familyId: number): Pages =>
  inOnePage<Required<FamilyExport["escalationPlans"][number]>>(() =>
    db
      .selectFrom("escalation_plans as e")
      .leftJoin("people as p", "p.id", "e.first_contact_id")
      .select(["e.steps", "e.first_contact_id as firstContactId", "p.username as firstContact"])
      .select([
        sql<string | null>`to_char(e.quiet_from, 'HH24:MI')`.as("quietFrom"),
        sql<string | null>`to_char(e.quiet_until, 'HH24:MI')`.as("quietUntil"),
      ])
      .where("e.family_id", "=", familyId)
      .execute(),
  );

/** A phrase of the family's own. */
const OwnPhrase = z.object({ id: Id, categoryId: Id, words: NewHelpPhrase.shape.phrase });
/** A family's change to a phrase that every server has. */
const LibraryPhrase = z.object({ id: Id, categoryId: z.null(), words: z.null() });
/** An edited phrase has its earlier id as its position. */
const place = { isHidden: z.boolean(), position: z.nullable(Id) };

export const ImportedPhrase = z.union([z.extend(OwnPhrase, place), z.extend(LibraryPhrase, place)]);
type ImportedPhrase = z.output<typeof ImportedPhrase>;
type ImportedOwnPhrase = Extract<ImportedPhrase, { words: string }>;

// The ids of families' own phrases start here.
const firstOwnId = 10_000;

const placeOf = ({ position, id }: ImportedPhrase): number => position ?? id;

async function refuseUnfit(trx: Db, own: readonly ImportedOwnPhrase[], max: number): Promise<void> {
  const known = new Set((await findCategories(trx)).map(({ id }) => id));
  if (own.some(({ categoryId }) => !known.has(categoryId)))
    throw new Invalid(
      "This file has help phrases that this server has no place for. Please update it first.",
    );
  const byCategory = Map.groupBy(own, ({ categoryId }) => categoryId);
  if (byCategory.values().some(({ length }) => length > max))
    throw new Invalid(`This file has too many help phrases. A category here can have at most ${max}.`);
}

export async function importPhrases(
  trx: Db,
  phrases: readonly ImportedPhrase[],
  { familyId, limits }: { familyId: number; limits: Limits },
): Promise<void> {
  const own = phrases.filter((phrase): phrase is ImportedOwnPhrase => phrase.words !== null);
  await refuseUnfit(trx, own, limits.phrasesPerCategory);
  const library = new Set(await findLibraryIds(trx));
  // The new ids rise in this order, so that phrases without a position keep theirs.
  const inOrder = own.toSorted((one, other) => placeOf(one) - placeOf(other) || one.id - other.id);
  const rows = inOrder.map(({ categoryId, words, isHidden, position }) => ({
    family_id: familyId,
    category_id: categoryId,
    phrase: words,
    is_hidden: isHidden,
    position: position !== null && position < firstOwnId ? position : null,
  }));
  await insertImportedPhrases(trx, rows);
  const changes = phrases
    .filter(({ id, words }) => words === null && library.has(id))
    .map(({ id, isHidden, position }) => ({ family_id: familyId, id, is_hidden: isHidden, position }));
  await insertImportedPhrases(trx, changes);
}

/** The first contact is a person, so it is chosen again once that person is back. */
export const importPlan = (trx: Db, plan: ChosenEscalationPlan, familyId: number): Promise<void> =>
  storePlan(trx, familyId, { ...plan, firstContactId: null });

interface Erased {
  readonly personId: number;
  readonly familyIds: readonly number[];
  readonly ownRequestIds: readonly number[];
}

/** Deletes what a person wrote and showed in the threads of others. */
async function eraseReplies(trx: Db, { personId, familyIds }: Erased): Promise<void> {
  await trx
    .deleteFrom("help_reply_receipts")
    .where("family_id", "in", [...familyIds])
    .where("person_id", "=", personId)
    .execute();
  await trx
    .deleteFrom("help_replies")
    .where("family_id", "in", [...familyIds])
    .where("person_id", "=", personId)
    .execute();
  const pictures = await trx
    .selectFrom("help_pictures")
    .select(["family_id as familyId", "id"])
    .where("family_id", "in", [...familyIds])
    .where("sent_by", "=", personId)
    .execute();
  for (const picture of pictures) await deletePicture(trx, picture);
  await trx
    .deleteFrom("help_voice_messages")
    .where("family_id", "in", [...familyIds])
    .where("sent_by", "=", personId)
    .execute();
}

/** Takes a person's pictures out of the family's guides. Their text stays, without the name of its author. */
async function eraseGuidePictures(trx: Db, { personId, familyIds }: Erased): Promise<void> {
  await trx
    .updateTable("guide_steps as s")
    .from("guide_pictures as i")
    .set({ picture_id: null, marks: JSON.stringify([]) })
    .whereRef("i.family_id", "=", "s.family_id")
    .whereRef("i.id", "=", "s.picture_id")
    .where("i.family_id", "in", [...familyIds])
    .where("i.added_by", "=", personId)
    .execute();
  await trx
    .deleteFrom("guide_pictures")
    .where("family_id", "in", [...familyIds])
    .where("added_by", "=", personId)
    .execute();
}

/** With a request, its thread, receipts and promises are deleted. */
async function eraseRequests(trx: Db, { personId, familyIds, ownRequestIds }: Erased): Promise<void> {
  const kinds = [helpMessage, promiseMessage, replyMessage, thanksMessage, videoCallMessage].map(
    ({ name }) => name,
  );
  await trx
    .deleteFrom("messages")
    .where("kind", "in", kinds)
    .where(sql<boolean>`subject_id = any (${ownRequestIds}::bigint[])`)
    .execute();
  for (const table of ["help_request_receipts", "help_promises", "help_verdicts"] as const)
    await trx
      .deleteFrom(table)
      .where("family_id", "in", [...familyIds])
      .where("person_id", "=", personId)
      .execute();
  await trx
    .deleteFrom("video_calls")
    .where("family_id", "in", [...familyIds])
    .where("helper_id", "=", personId)
    .execute();
  await trx
    .deleteFrom("help_requests")
    .where("family_id", "in", [...familyIds])
    .where("asked_by", "=", personId)
    .execute();
  await forgetHelper(trx, familyIds, personId);
}

/** Deletes a person's help requests, and their part in other people's requests, which stay. */
export async function eraseHelp(trx: Db, personId: number): Promise<void> {
  const familyIds = await findFamilyIdsEver(trx, personId);
  if (familyIds.length === 0) return;
  const own = await trx
    .selectFrom("help_requests")
    .select("id")
    .where("family_id", "in", familyIds)
    .where("asked_by", "=", personId)
    .forUpdate()
    .execute();
  const erased = { personId, familyIds, ownRequestIds: own.map(({ id }) => id) };
  await eraseReplies(trx, erased);
  await eraseGuidePictures(trx, erased);
  await eraseRequests(trx, erased);
  for (const familyId of familyIds) await publish(trx, familyId, "help-requests", "help-replies", "guides");
}
