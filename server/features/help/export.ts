// Help requests, phrases and the plan, for exports.
import { sql } from "kysely";
import { inOnePage, inPagesById, type Pages, pageSize } from "#server/platform/db/pages.ts";
import type { Db } from "#server/platform/db/schema.ts";

const requestsOf = (db: Db, familyId: number, after: number) =>
  db
    .selectFrom("help_requests as r")
    .select(["r.id", "r.phrase as words", "r.asked_at as askedAt", "r.closed_at as closedAt", "r.state"])
    .select("r.is_urgent as isUrgent")
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
  inOnePage(() =>
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
