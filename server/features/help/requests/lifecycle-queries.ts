// Locks requests, and reads what their life depends on: who was told of them, and who has said what about them.
import { sql } from "kysely";
import { hourMs, minuteMs } from "#contract/durations.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { helpMessage, type Recipient } from "./help-message.ts";
import type { Sender } from "./queries.ts";

export interface RequestKey {
  readonly family_id: number;
  readonly id: number;
}

/** The families and the ids of these requests, as two parameters for `unnest`. */
const columnsOf = (requests: readonly RequestKey[]): [families: number[], ids: number[]] => [
  requests.map(({ family_id }) => family_id),
  requests.map(({ id }) => id),
];

/** Finds rows by the key of their request. Two arrays are two parameters, however many requests there are. */
export const isOneOf = (requests: readonly RequestKey[], familyId = "family_id", id = "id") => {
  const [families, ids] = columnsOf(requests);
  return sql<boolean>`(${sql.ref(familyId)}, ${sql.ref(id)}) in
    (select * from unnest(${families}::integer[], ${ids}::bigint[]))`;
};

/** Locks the sender, so that two requests at once are counted one after the other. */
export async function lockSender(trx: Db, { family_id, asked_by }: Sender): Promise<void> {
  await trx
    .selectFrom("memberships")
    .select("person_id")
    .where("family_id", "=", family_id)
    .where("person_id", "=", asked_by)
    .forNoKeyUpdate()
    .execute();
}

const later = (time: Date, ms: number): Date => new Date(time.getTime() + ms);

/** Counts what this person has asked in the last hour and minute, and finds out whether anybody could hear them. */
export const findSituation = (trx: Db, { family_id, asked_by }: Sender, at: Date) =>
  trx
    .selectFrom("help_requests")
    .where("family_id", "=", family_id)
    .where("asked_by", "=", asked_by)
    .where("asked_at", ">", later(at, -hourMs))
    .select(({ fn, exists, selectFrom }) => [
      fn.countAll<number>().as("inTheLastHour"),
      fn
        .countAll<number>()
        .filterWhere("asked_at", ">", later(at, -minuteMs))
        .filterWhere("asked_at", "<=", at)
        .as("inTheLastMinute"),
      exists(
        selectFrom("memberships")
          .select("person_id")
          .where("family_id", "=", family_id)
          .where("person_id", "<>", asked_by)
          .where("role", "<>", "grandparent"),
      )
        .$castTo<boolean>()
        .as("hasHelper"),
    ])
    .executeTakeFirstOrThrow();

/** Locks requests in the order of their keys, so that two transactions never wait for each other. */
export const lockRequests = (trx: Db, requests: readonly RequestKey[]) =>
  trx
    .selectFrom("help_requests")
    .select(["family_id", "id", "state"])
    .where(isOneOf(requests))
    .orderBy("family_id")
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();

/** Locks a request, and returns whether it is open. */
export async function lockOpenRequest(trx: Db, { family_id, id }: RequestKey): Promise<boolean> {
  const open = await trx
    .selectFrom("help_requests")
    .select("id")
    .where("family_id", "=", family_id)
    .where("id", "=", id)
    .where("closed_at", "is", null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return open !== undefined;
}

/** Locks a request, as long as somebody helps. */
export const lockHelpedRequest = (trx: Db, { family_id, id }: RequestKey) =>
  trx
    .selectFrom("help_requests")
    .select(["helper_id", "asked_by"])
    .where("family_id", "=", family_id)
    .where("id", "=", id)
    .where("state", "=", "ACKNOWLEDGED")
    .forNoKeyUpdate()
    .executeTakeFirst();

/** Locks the requests that this person has acknowledged. */
export const lockRequestsOfHelper = (trx: Db, familyId: number, personId: number) =>
  trx
    .selectFrom("help_requests")
    .select(["family_id", "id"])
    .where("family_id", "=", familyId)
    .where("helper_id", "=", personId)
    .where("state", "=", "ACKNOWLEDGED")
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();

/** Locks a person's own closed request, and finds out who has said that it is over. */
export const lockClosedRequest = (trx: Db, { family_id, id }: RequestKey, askedBy: number) =>
  trx
    .selectFrom("help_requests as r")
    .leftJoin("help_request_receipts as own", (join) =>
      join
        .onRef("own.family_id", "=", "r.family_id")
        .onRef("own.help_request_id", "=", "r.id")
        .onRef("own.state", "=", "r.state")
        .onRef("own.person_id", "=", "r.asked_by"),
    )
    .select((eb) => [
      "own.at as endedByAskerAt",
      eb.ref("r.closed_at").$notNull().as("closedAt"),
      eb
        .selectFrom("memberships as m")
        .select("m.person_id")
        .whereRef("m.family_id", "=", "r.family_id")
        .whereRef("m.person_id", "=", "r.helper_id")
        .where("m.role", "<>", "grandparent")
        .as("helperId"),
      eb
        .exists(
          eb
            .selectFrom("help_request_receipts as t")
            .select("t.id")
            .whereRef("t.family_id", "=", "r.family_id")
            .whereRef("t.help_request_id", "=", "r.id")
            .where("t.state", "=", "RESOLVED")
            .whereRef("t.person_id", "<>", "r.asked_by"),
        )
        .$castTo<boolean>()
        .as("isEndedByOthers"),
    ])
    .where("r.family_id", "=", family_id)
    .where("r.id", "=", id)
    .where("r.asked_by", "=", askedBy)
    .where("r.closed_at", "is not", null)
    .forNoKeyUpdate("r")
    .executeTakeFirst();

/** Locks the open requests of a family that nobody has acknowledged, and finds the receipts of its helpers. */
export async function lockUnacknowledged(trx: Db, familyId: number) {
  const requests = await trx
    .selectFrom("help_requests")
    .select(["family_id", "id", "asked_by", "state"])
    .where("family_id", "=", familyId)
    .where("closed_at", "is", null)
    .where("state", "not in", ["ACKNOWLEDGED", "UNREACHABLE"])
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
  if (requests.length === 0) return { requests, receipts: [] };
  const receipts = await trx
    .selectFrom("help_request_receipts as t")
    .innerJoin("memberships as m", (join) =>
      join.onRef("m.family_id", "=", "t.family_id").onRef("m.person_id", "=", "t.person_id"),
    )
    .select(["t.help_request_id", "t.state", "m.person_id"])
    .where("t.family_id", "=", familyId)
    .where(
      "t.help_request_id",
      "in",
      requests.map(({ id }) => id),
    )
    .where("t.state", "in", ["REACHED", "SEEN"])
    .where("m.role", "<>", "grandparent")
    .execute();
  return { requests, receipts };
}

export async function findHelperIds(trx: Db, familyId: number): Promise<number[]> {
  const helpers = await trx
    .selectFrom("memberships")
    .select("person_id")
    .where("family_id", "=", familyId)
    .where("role", "<>", "grandparent")
    .execute();
  return helpers.map(({ person_id }) => person_id);
}

// Four attempts fail before a request is called unreachable. The attempts continue after that.
const maxFailedAttempts = 4;

/** Locks those of these requests that are open, and finds out whether they have reached anybody, or still may. */
export const lockWithDelivery = (trx: Db, requests: readonly RequestKey[]) =>
  trx
    .selectFrom("help_requests as r")
    .select(["r.family_id", "r.id", "r.plan", "r.next_step", "r.next_step_at"])
    .select(({ exists, selectFrom }) => [
      exists(
        selectFrom("help_request_receipts as t")
          .select("t.id")
          .whereRef("t.family_id", "=", "r.family_id")
          .whereRef("t.help_request_id", "=", "r.id")
          .where("t.state", "in", ["REACHED", "SEEN"]),
      )
        .$castTo<boolean>()
        .as("wasReached"),
      exists(
        selectFrom("messages as m")
          .select("m.id")
          .where("m.kind", "=", helpMessage.name)
          .whereRef("m.subject_id", "=", "r.id")
          .where("m.about", "=", "ASKED")
          .where((eb) =>
            eb.or([
              eb("m.state", "in", ["ACCEPTED", "ARRIVED"]),
              eb.and([eb("m.state", "=", "WAITING"), eb("m.attempts", "<", maxFailedAttempts)]),
            ]),
          ),
      )
        .$castTo<boolean>()
        .as("mayArrive"),
    ])
    .where(isOneOf(requests))
    .where("r.closed_at", "is", null)
    .orderBy("r.family_id")
    .orderBy("r.id")
    .forNoKeyUpdate("r")
    .execute();

/** Messages that are younger than this are corrected when they are no longer true. */
const correctedWithinMs = 5 * minuteMs;

const messagesOf = (trx: Db, { family_id, id }: RequestKey) =>
  trx
    .selectFrom("messages as m")
    .innerJoin("memberships as member", (join) =>
      join.onRef("member.family_id", "=", "m.family_id").onRef("member.person_id", "=", "m.person_id"),
    )
    .select(["member.person_id as personId", "m.channel"])
    .distinct()
    .where("m.kind", "=", helpMessage.name)
    .where("m.subject_id", "=", id)
    .where("m.family_id", "=", family_id);

/** The people who were asked and are still in the family. A message that is just being sent counts. */
export const findAsked = (trx: Db, key: RequestKey, now: Date): Promise<Recipient[]> =>
  messagesOf(trx, key)
    .where("m.about", "=", "ASKED")
    .where(({ or, eb }) => or([eb("m.state", "in", ["ACCEPTED", "ARRIVED"]), eb("m.lease_until", ">", now)]))
    .execute();

/** The helpers who were told this about a request in the last minutes. */
export const findJustTold = (
  trx: Db,
  key: RequestKey,
  about: readonly string[],
  now: Date,
): Promise<Recipient[]> =>
  messagesOf(trx, key)
    .where("member.role", "<>", "grandparent")
    .where("m.about", "in", [...about])
    .where("m.attempts", ">", 0)
    .where("m.state", "<>", "FAILED")
    .where("m.created_at", ">", later(now, -correctedWithinMs))
    .execute();

export async function hasAcknowledgement(trx: Db, { family_id, id }: RequestKey): Promise<boolean> {
  const receipt = await trx
    .selectFrom("help_request_receipts")
    .select("state")
    .where("family_id", "=", family_id)
    .where("help_request_id", "=", id)
    .where("state", "=", "ACKNOWLEDGED")
    .executeTakeFirst();
  return receipt !== undefined;
}

const deleteReceiptsOf = (trx: Db, { family_id, id }: RequestKey) =>
  trx
    .deleteFrom("help_request_receipts")
    .where("family_id", "=", family_id)
    .where("help_request_id", "=", id);

/** Only the first receipt stays: that the server has the request. */
export async function deleteLaterReceipts(trx: Db, key: RequestKey): Promise<void> {
  await deleteReceiptsOf(trx, key)
    .where(({ or, eb }) => or([eb("state", "<>", "ACCEPTED"), eb("person_id", "is not", null)]))
    .execute();
}

export async function deleteReceiptOf(
  trx: Db,
  key: RequestKey,
  state: "ACCEPTED" | "RESOLVED",
  personId: number,
): Promise<void> {
  await deleteReceiptsOf(trx, key).where("state", "=", state).where("person_id", "=", personId).execute();
}

export async function deleteAcknowledgements(trx: Db, requests: readonly RequestKey[]): Promise<void> {
  await trx
    .deleteFrom("help_request_receipts")
    .where(isOneOf(requests, "family_id", "help_request_id"))
    .where("state", "=", "ACKNOWLEDGED")
    .execute();
}

/** Reopens the promise that ended with the request, unless the person who asked has said how it went. */
export const reopenPromise = (trx: Db, { family_id, id }: RequestKey, endedAt: Date) =>
  trx
    .updateTable("help_promises")
    .set({ ended_at: null })
    .where("family_id", "=", family_id)
    .where("help_request_id", "=", id)
    .where("ended_at", "=", endedAt)
    .where("is_kept", "is", null)
    .returning("due_at")
    .executeTakeFirst();
