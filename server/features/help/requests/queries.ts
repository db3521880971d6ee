// Reads requests for people: current ones, past ones, and figures.
import { type ExpressionBuilder, sql } from "kysely";
import { jsonArrayFrom, jsonBuildObject, jsonObjectFrom } from "kysely/helpers/postgres";
import { scamCallPhraseId, scamCategoryId } from "#contract/help/known-categories.ts";
import type { HelpRequestState } from "#contract/help/request-state.ts";
import { callNumber } from "#server/features/families/queries.ts";
import { toInstant } from "#server/platform/db/instant.ts";
import type { Db, Schema } from "#server/platform/db/schema.ts";
import { someone } from "../someone.ts";

/** The person with their number, as long as they are a member. Those who have left keep their name in the history. */
const memberOf = (db: Db, familyId: number, id: Parameters<typeof someone>[1]) =>
  jsonObjectFrom(
    db
      .selectFrom("participants as a")
      .innerJoin("people as p", "p.id", "a.person_id")
      .leftJoin("memberships as m", (join) =>
        join.onRef("m.family_id", "=", "a.family_id").onRef("m.person_id", "=", "a.person_id"),
      )
      .select(["p.id", "p.username as name", "a.role"])
      .select((eb) => eb.case().when("m.role", "is not", null).then(callNumber("p")).end().as("phoneNumber"))
      .where("a.family_id", "=", familyId)
      .where("a.person_id", "=", id),
  );

interface Seen {
  readonly familyId: number;
  /** The only person whose requests may be seen, or null to see those of everybody. */
  readonly askedBy: number | null;
}

const readRequests = (db: Db, { familyId, askedBy }: Seen) =>
  db
    .selectFrom("help_requests as r")
    .leftJoin("help_categories as c", "c.id", "r.category_id")
    .select(["r.id", "r.idempotency_key as idempotencyKey", "r.state", "r.is_urgent as isUrgent", "r.phrase"])
    .select((eb) => [
      eb
        .case()
        .when("c.id", "is not", null)
        .then(jsonBuildObject({ name: eb.ref("c.name").$notNull(), icon: eb.ref("c.icon").$notNull() }))
        .end()
        .as("category"),
      memberOf(db, familyId, eb.ref("r.asked_by")).$notNull().as("askedBy"),
      toInstant(eb.ref("r.asked_at")).as("askedAt"),
      toInstant(eb.ref("r.thanked_at")).as("thankedAt"),
      memberOf(db, familyId, eb.ref("r.helper_id")).as("helper"),
      jsonObjectFrom(
        eb
          .selectFrom("help_promises as p")
          .select(["p.kind", "p.words"])
          .select((promise) => [
            toInstant(promise.ref("p.due_at")).as("dueAt"),
            toInstant(promise.ref("p.made_at")).as("madeAt"),
            toInstant(promise.ref("p.asked_at")).as("askedAt"),
          ])
          .where("p.family_id", "=", familyId)
          .whereRef("p.help_request_id", "=", "r.id")
          .where("p.ended_at", "is", null),
      ).as("promise"),
      eb
        .case()
        .when("r.handed_on_by", "is not", null)
        .then(
          jsonBuildObject({
            at: toInstant(eb.ref("r.handed_on_at")).$notNull(),
            person: someone(db, eb.ref("r.handed_on_by")).$notNull(),
          }),
        )
        .end()
        .as("handedOn"),
      eb
        .case()
        .when("r.category_id", "=", scamCategoryId)
        .then(
          jsonBuildObject({
            isCall: sql<boolean>`coalesce(${eb.ref("r.phrase_id")} = ${scamCallPhraseId}, false)`,
            verdicts: jsonArrayFrom(
              eb
                .selectFrom("help_verdicts as v")
                .select("v.verdict")
                .select((verdict) => [
                  toInstant(verdict.ref("v.at")).as("at"),
                  someone(db, verdict.ref("v.person_id")).$notNull().as("person"),
                ])
                .where("v.family_id", "=", familyId)
                .whereRef("v.help_request_id", "=", "r.id")
                .orderBy("v.at")
                .orderBy("v.id"),
            ),
          }),
        )
        .end()
        .as("scamCheck"),
      eb
        .selectFrom("memberships as m")
        .select(({ fn }) => fn.countAll<number>().as("count"))
        .where("m.family_id", "=", familyId)
        .where("m.role", "<>", "grandparent")
        .whereRef("m.person_id", "<>", "r.asked_by")
        .$asScalar()
        .$notNull()
        .as("recipients"),
      jsonArrayFrom(
        eb
          .selectFrom("help_request_receipts as t")
          .select("t.state")
          .select((receipt) => [
            toInstant(receipt.ref("t.at")).as("at"),
            someone(db, receipt.ref("t.person_id")).as("person"),
          ])
          .where("t.family_id", "=", familyId)
          .whereRef("t.help_request_id", "=", "r.id")
          .orderBy("t.at")
          .orderBy("t.id"),
      ).as("receipts"),
    ])
    .where("r.family_id", "=", familyId)
    .$if(askedBy !== null, (query) => query.where("r.asked_by", "=", askedBy));

/** Finds the open requests, and those that were closed after this time. The condition is that of an index. */
export const findCurrentRequests = (db: Db, seen: Seen, closedAfter: Date) =>
  readRequests(db, seen)
    .where(sql<boolean>`coalesce(r.closed_at, 'infinity') > ${closedAfter}`)
    .orderBy("r.asked_at", "desc")
    .orderBy("r.id", "desc")
    .execute();

export const findRequest = (db: Db, seen: Seen, id: number) =>
  readRequests(db, seen).where("r.id", "=", id).executeTakeFirst();

/** The first time after this one at which a request of the family was closed. */
export async function findFirstEnd(db: Db, familyId: number, after: Date): Promise<Date | null> {
  const { first } = await db
    .selectFrom("help_requests")
    .select(({ fn }) => fn.min<Date | null>("closed_at").as("first"))
    .where("family_id", "=", familyId)
    .where("closed_at", ">", after)
    .executeTakeFirstOrThrow();
  return first;
}

export interface Sender {
  readonly family_id: number;
  readonly asked_by: number;
}

/** Finds the request that this person has already sent under the same key. */
export const findEarlierRequest = (db: Db, { family_id, asked_by }: Sender, key: string) =>
  db
    .selectFrom("help_requests")
    .select(["id", "phrase", "phrase_id", "category_id"])
    .where("family_id", "=", family_id)
    .where("asked_by", "=", asked_by)
    .where("idempotency_key", "=", key)
    .executeTakeFirst();

/** The time of the first request that this person has sent since then. */
export async function findFirstRequestSince(
  db: Db,
  { family_id, asked_by }: Sender,
  since: Date,
): Promise<Date | null> {
  const { first } = await db
    .selectFrom("help_requests")
    .select(({ fn }) => fn.min<Date | null>("asked_at").as("first"))
    .where("family_id", "=", family_id)
    .where("asked_by", "=", asked_by)
    .where("asked_at", ">", since)
    .executeTakeFirstOrThrow();
  return first;
}

interface Receipts {
  readonly states: readonly HelpRequestState[];
  /** Whether the receipts of the person who asked are left out. */
  readonly ofOthers: boolean;
}

/** The first of these receipts of a request. */
const firstReceipt = (
  eb: ExpressionBuilder<Schema & { r: Schema["help_requests"] }, "r">,
  { states, ofOthers }: Receipts,
) =>
  eb
    .selectFrom("help_request_receipts as t")
    .whereRef("t.family_id", "=", "r.family_id")
    .whereRef("t.help_request_id", "=", "r.id")
    .where("t.state", "in", [...states])
    .$if(ofOthers, (query) => query.whereRef("t.person_id", "<>", "r.asked_by"))
    .orderBy("t.at")
    .orderBy("t.id")
    .limit(1);

/** The first answer of another person: "I'll help", or "Done" straight away. */
const answer: Receipts = { states: ["ACKNOWLEDGED", "RESOLVED"], ofOthers: true };
const end: Receipts = { states: ["RESOLVED", "CANCELLED"], ofOthers: false };

/** Finds requests and how they ended, newest first. `before` is the last one that the caller already has. */
export const findPastRequests = (
  db: Db,
  { familyId, askedBy }: Seen,
  { before, limit }: { readonly before: number | undefined; readonly limit: number },
) => {
  const requests = db
    .selectFrom("help_requests as r")
    .leftJoin("help_categories as c", "c.id", "r.category_id")
    .select(["r.id", "r.idempotency_key as idempotencyKey", "r.phrase", "c.name as categoryName"])
    .select((eb) => {
      const receipt = (receipts: Receipts) =>
        jsonObjectFrom(
          firstReceipt(eb, receipts)
            .select("t.state")
            .select((first) => [
              toInstant(first.ref("t.at")).as("at"),
              someone(db, first.ref("t.person_id")).as("person"),
            ]),
        );
      return [
        someone(db, eb.ref("r.asked_by")).$notNull().as("askedBy"),
        toInstant(eb.ref("r.asked_at")).as("askedAt"),
        eb("r.thanked_at", "is not", null).$castTo<boolean>().as("isThanked"),
        receipt(answer).as("answer"),
        receipt(end).as("end"),
        eb
          .exists(
            eb
              .selectFrom("help_replies as p")
              .select("p.id")
              .whereRef("p.family_id", "=", "r.family_id")
              .whereRef("p.help_request_id", "=", "r.id"),
          )
          .$castTo<boolean>()
          .as("hasReplies"),
      ];
    })
    .where("r.family_id", "=", familyId)
    .orderBy("r.id", "desc")
    .limit(limit);
  const older = before === undefined ? requests : requests.where("r.id", "<", before);
  return (askedBy === null ? older : older.where("r.asked_by", "=", askedBy)).execute();
};

/** An unanswered request counts as infinitely slow, so that the median never describes less than half of the requests. */
export const countRequestsSince = (db: Db, familyId: number, since: Date) =>
  db
    .selectFrom((eb) =>
      eb
        .selectFrom("help_requests as r")
        .leftJoinLateral(
          (request) => firstReceipt(request, answer).select("t.at").as("answer"),
          (join) => join.onTrue(),
        )
        .select(sql<number | null>`ceil(extract(epoch from answer.at - r.asked_at))::float`.as("seconds"))
        .where("r.family_id", "=", familyId)
        .where("r.asked_at", ">", since)
        .as("times"),
    )
    .select(({ fn }) => [
      fn.countAll<number>().as("asked"),
      fn.count<number>("seconds").as("answered"),
      sql<
        number | null
      >`nullif(percentile_disc(0.5) within group (order by coalesce(seconds, 'infinity')), 'infinity')`.as(
        "halfWithin",
      ),
    ])
    .executeTakeFirstOrThrow();
