// A help request's life on one page: its states, the changes between them, and what follows from each change. No other code
// writes the states or the receipts of requests.
import { sql } from "kysely";
import { hourMs, minuteMs } from "#contract/durations.ts";
import type { HelpRequestState } from "#contract/help/request-state.ts";
import type { Db, NewRow } from "#server/platform/db/schema.ts";
import type { Member } from "#server/platform/http/session.ts";
import { publish } from "#server/platform/live/publish.ts";
import { enqueue, stopWaiting } from "#server/platform/messages/outbox.ts";
import type { World } from "#server/platform/world.ts";
import { type PlannedStep, urgentHeadStartSeconds } from "../plan/escalation-plan.ts";
import { helpMessage, messagesTo, wakeWorkers } from "./help-message.ts";
import { findAsked, findJustTold, hasAcknowledgement, type RequestKey } from "./queries.ts";

const urgentHeadStartMs = urgentHeadStartSeconds * 1_000;
/** After this time the helper is asked how it is going. */
export const checkHelperAfterMs = hourMs;

/** A closed request stays on home, and can be reopened by "Not yet", for this time. */
export const reopenWithinMs = hourMs;
/** "Undo" may still be on the screen for this time. */
export const undoWithinMs = 5 * minuteMs;

const unacknowledged = ["ACCEPTED", "HANDED_OVER", "REACHED", "SEEN", "ESCALATED", "UNREACHABLE"] as const;

/**
 * The states from which a request may come into each state. PostgreSQL refuses all other changes, too, by its table
 * help_request_transitions.
 */
export const statesBefore: Readonly<Record<HelpRequestState, readonly HelpRequestState[]>> = {
  // A helper hands the request on or leaves the family, or the person who asked reopens it.
  ACCEPTED: ["ACKNOWLEDGED", "RESOLVED", "CANCELLED"],
  HANDED_OVER: ["ACCEPTED", "UNREACHABLE"],
  REACHED: ["ACCEPTED", "HANDED_OVER", "ESCALATED", "UNREACHABLE"],
  SEEN: ["ACCEPTED", "HANDED_OVER", "REACHED", "ESCALATED", "UNREACHABLE"],
  ESCALATED: ["ACCEPTED", "HANDED_OVER", "REACHED", "SEEN", "UNREACHABLE"],
  UNREACHABLE: ["ACCEPTED", "HANDED_OVER", "REACHED", "SEEN", "ESCALATED"],
  ACKNOWLEDGED: unacknowledged,
  RESOLVED: [...unacknowledged, "ACKNOWLEDGED"],
  CANCELLED: unacknowledged,
};

/** Many requests can change to the same state at once, each by a different actor. The server's own actor is null. */
export interface Transition {
  readonly requests: readonly (RequestKey & { readonly actor: number | null })[];
  readonly to: HelpRequestState;
  readonly at: Date;
}

const later = (time: Date, ms: number): Date => new Date(time.getTime() + ms);

/** The families and the ids of these requests, as two parameters for `unnest`. */
export const columnsOf = (requests: readonly RequestKey[]): [families: number[], ids: number[]] => [
  requests.map(({ family_id }) => family_id),
  requests.map(({ id }) => id),
];

const isOneOf = (requests: readonly RequestKey[]) => {
  const [families, ids] = columnsOf(requests);
  return sql<boolean>`(family_id, id) in (select * from unnest(${families}::integer[], ${ids}::bigint[]))`;
};

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

const keyOf = ({ family_id, id }: RequestKey): string => `${family_id}/${id}`;

type Locked = Awaited<ReturnType<typeof lockRequests>>;

/** Returns those of the wanted requests that may change to this state. */
function changingAmong(locked: Locked, { requests, to }: Pick<Transition, "requests" | "to">) {
  const states = new Map(locked.map((row) => [keyOf(row), row.state]));
  return requests.filter((request) => {
    const state = states.get(keyOf(request));
    return state !== undefined && statesBefore[to].includes(state);
  });
}

/** Locks these requests, and returns those that may change to this state. */
const lockChanging = async (trx: Db, wanted: Transition): Promise<Transition["requests"]> =>
  changingAmong(await lockRequests(trx, wanted.requests), wanted);

/** The columns of a request that is now in this state. Its plan starts over when it is open again. */
function columnsAfter(to: HelpRequestState, at: Date, actor: number | null) {
  switch (to) {
    case "ACCEPTED":
      return {
        state: to,
        helper_id: null,
        closed_at: null,
        plan_began_at: sql<Date>`case when is_urgent then ${later(at, -urgentHeadStartMs)}::timestamptz else ${at} end`,
        next_step: 0,
        next_step_at: at,
      };
    case "ACKNOWLEDGED":
      return {
        state: to,
        helper_id: actor,
        next_step_at: later(at, checkHelperAfterMs),
        handed_on_by: null,
        handed_on_at: null,
      };
    case "RESOLVED":
    case "CANCELLED":
      return { state: to, closed_at: at, next_step_at: null, handed_on_by: null, handed_on_at: null };
    default:
      return { state: to };
  }
}

type NewReceipt = NewRow<"help_request_receipts">;

/** Each person gives the same receipt once. Returns those that are new. */
async function addReceipts(trx: Db, receipts: readonly NewReceipt[]) {
  if (receipts.length === 0) return [];
  return await trx
    .insertInto("help_request_receipts")
    .values([...receipts])
    .onConflict((conflict) => conflict.doNothing())
    .returning(["family_id", "help_request_id as id"])
    .execute();
}

const receiptsOf = ({ requests, at }: Pick<Transition, "requests" | "at">, state: HelpRequestState) =>
  requests.map(({ family_id, id, actor }) => ({
    family_id,
    help_request_id: id,
    person_id: actor,
    at,
    state,
  }));

/** Changes these locked requests. A promise to call or come ends with the state in which it was made. */
async function change(trx: Db, changing: Transition["requests"], to: HelpRequestState, at: Date) {
  if (changing.length === 0) return;
  for (const [actor, requests] of Map.groupBy(changing, (request) => request.actor))
    await trx
      .updateTable("help_requests")
      .set(columnsAfter(to, at, actor))
      .where(isOneOf(requests))
      .execute();
  const [families, ids] = columnsOf(changing);
  await trx
    .updateTable("help_promises")
    .set({ ended_at: at })
    .where(
      sql<boolean>`(family_id, help_request_id) in (select * from unnest(${families}::integer[], ${ids}::bigint[]))`,
    )
    .where("ended_at", "is", null)
    .execute();
}

const publishTo = (trx: Db, requests: readonly RequestKey[]) =>
  publish(trx, { families: requests.map(({ family_id }) => family_id) }, "help-requests");

/** Changes the locked ones among the wanted requests, adds receipts and publishes. */
async function apply(trx: Db, wanted: Transition, changing: Transition["requests"]): Promise<void> {
  const { to, at } = wanted;
  await change(trx, changing, to, at);
  // Several people can be asked in turn, so the receipt of an ESCALATED request does not depend on a change.
  const requests = to === "ESCALATED" ? wanted.requests : changing;
  const added = await addReceipts(trx, receiptsOf({ requests, at }, to));
  await publishTo(trx, [...changing, ...added]);
}

/** Changes the state of those requests that may take it, adds their receipts and publishes. */
export async function transition(trx: Db, wanted: Transition): Promise<void> {
  if (wanted.requests.length > 0) await apply(trx, wanted, await lockChanging(trx, wanted));
}

/**
 * Changes a request to a state in which nobody else is asked. Messages that wait are stopped, and the people who were asked
 * get one about the first such change.
 */
export async function stopAsking(
  { database, clock }: Pick<World, "database" | "clock">,
  request: RequestKey & { readonly actor: number },
  to: "ACKNOWLEDGED" | "RESOLVED" | "CANCELLED",
): Promise<void> {
  await database.kysely.transaction().execute(async (trx) => {
    const at = clock.now();
    const wanted = { requests: [request], to, at };
    const changing = await lockChanging(trx, wanted);
    if (changing.length === 0) return;
    const asked = (await hasAcknowledgement(trx, request)) ? [] : await findAsked(trx, request, at);
    await apply(trx, wanted, changing);
    await stopWaiting(trx, helpMessage)
      .where("subject_id", "=", request.id)
      .where("about", "in", ["ASKED", "REMINDED"])
      .execute();
    const others = asked.filter(({ personId }) => personId !== request.actor);
    await enqueue(trx, messagesTo(others, request, to), at);
    await wakeWorkers(trx);
  });
}

/**
 * Adds receipts of one person for each of these requests, which take the last of these states if a receipt is new and the
 * change is allowed. Somebody can be reached, or see a request, after its state has moved on. The time is read under the
 * lock: of two receipts that arrive together, the one that is stored first is the earlier one.
 */
export async function recordReceipts(
  { database, clock }: Pick<World, "database" | "clock">,
  requests: Transition["requests"],
  states: readonly HelpRequestState[],
): Promise<void> {
  const to = states.at(-1);
  if (!to || requests.length === 0) return;
  await database.kysely.transaction().execute(async (trx) => {
    const locked = await lockRequests(trx, requests);
    const at = clock.now();
    const wanted = states.flatMap((state) => receiptsOf({ requests, at }, state));
    const added = await addReceipts(trx, wanted);
    const isNew = new Set(added.map(keyOf));
    await change(
      trx,
      changingAmong(locked, { requests, to }).filter((request) => isNew.has(keyOf(request))),
      to,
      at,
    );
    await publishTo(trx, added);
  });
}

/** A request that is not stored yet. */
export interface NewRequest
  extends Pick<
    NewRow<"help_requests">,
    "family_id" | "asked_by" | "idempotency_key" | "phrase" | "phrase_id" | "category_id"
  > {
  readonly isUrgent: boolean;
  readonly plan: readonly PlannedStep[];
  readonly at: Date;
}

/** From this many requests of one person in a minute on, requests wait and leave as one message. */
const mergedFromRequests = 5;
const mergingMs = 15_000;

interface Before {
  readonly inTheLastHour: number;
  readonly inTheLastMinute: number;
  readonly hasHelper: boolean;
}

/** Counts the sender's requests under a lock, so that the hourly limit is exact. */
async function lookBefore(trx: Db, { family_id, asked_by, at }: NewRequest): Promise<Before> {
  await trx
    .selectFrom("memberships")
    .select("person_id")
    .where("family_id", "=", family_id)
    .where("person_id", "=", asked_by)
    .forNoKeyUpdate()
    .execute();
  return await trx
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
}

function planBeginning({ at, isUrgent }: NewRequest, { inTheLastMinute }: Before): Date {
  const isMerged = inTheLastMinute >= mergedFromRequests;
  const leavesAt = isMerged ? new Date((Math.floor(at.getTime() / mergingMs) + 1) * mergingMs) : at;
  return isUrgent ? later(leavesAt, -urgentHeadStartMs) : leavesAt;
}

/**
 * Stores a new request and returns its id, or stores nothing if the hourly limit is reached or the sender has used the key
 * before. A request that nobody in the family could hear is UNREACHABLE from the start.
 */
export async function openRequest(
  { database, config }: Pick<World, "database" | "config">,
  request: NewRequest,
): Promise<number | undefined> {
  const { at, isUrgent, plan, ...words } = request;
  return await database.kysely.transaction().execute(async (trx) => {
    const before = await lookBefore(trx, request);
    if (before.inTheLastHour >= config.limits.helpRequestsPerHour) return undefined;
    const beganAt = planBeginning(request, before);
    const [first] = plan;
    const state = before.hasHelper ? "ACCEPTED" : "UNREACHABLE";
    const stored = await trx
      .insertInto("help_requests")
      .values({
        ...words,
        state,
        asked_at: at,
        is_urgent: isUrgent,
        plan: JSON.stringify(plan),
        plan_began_at: beganAt,
        next_step_at: first ? later(beganAt, first.after * 1_000) : null,
      })
      .onConflict((conflict) => conflict.columns(["family_id", "asked_by", "idempotency_key"]).doNothing())
      .returning(["family_id", "id"])
      .executeTakeFirst();
    if (!stored) return undefined;
    const requests = [{ ...stored, actor: null }];
    await addReceipts(
      trx,
      [...new Set(["ACCEPTED", state] as const)].flatMap((each) => receiptsOf({ requests, at }, each)),
    );
    await publishTo(trx, [stored]);
    await wakeWorkers(trx);
    return stored.id;
  });
}

interface OwnRequest {
  readonly asker: Pick<Member, "familyId" | "id">;
  readonly id: number;
}

/** The person's own request, while it is open and nobody helps. */
const ownOpenRequest = (trx: Db, { asker, id }: OwnRequest) =>
  trx
    .updateTable("help_requests")
    .where("family_id", "=", asker.familyId)
    .where("id", "=", id)
    .where("asked_by", "=", asker.id)
    .where("closed_at", "is", null)
    .where("state", "<>", "ACKNOWLEDGED");

// The request is treated as if it had been made five minutes ago without any message since. The steps that the plan
// has for these minutes are sent now and say that it is urgent, and later ones come sooner. A plan that had ended
// starts again.
export async function markUrgent(trx: Db, own: OwnRequest, now: Date): Promise<boolean> {
  const headStart = new Date(now.getTime() - urgentHeadStartMs);
  const { numUpdatedRows } = await ownOpenRequest(trx, own)
    .set({
      is_urgent: true,
      next_step: 0,
      next_step_at: now,
      plan_began_at: sql`least(case when next_step_at is not null then plan_began_at end, ${headStart}::timestamptz)`,
    })
    .where("is_urgent", "=", false)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

// Steps that were taken are not repeated, so nobody is asked later than without the mark. The people who have just
// read that it is urgent are asked again on the same channel, without that word. Before the first urgent step, nobody
// has read it.
export async function unmarkUrgent(trx: Db, own: OwnRequest, now: Date): Promise<boolean> {
  const changed = await ownOpenRequest(trx, own)
    .set({ is_urgent: false })
    .where("is_urgent", "=", true)
    .returning("next_step")
    .executeTakeFirst();
  if (!changed) return false;
  const key = { family_id: own.asker.familyId, id: own.id };
  const asked = changed.next_step > 0 ? await findJustTold(trx, key, ["ASKED"], now) : [];
  await enqueue(trx, messagesTo(asked, key, "ASKED"), now);
  return true;
}

/** Changes whether one's own request is urgent, publishes, and has the steps that are due now taken. */
export async function changeUrgency(
  { database, clock }: Pick<World, "database" | "clock">,
  own: OwnRequest,
  store: typeof markUrgent,
): Promise<void> {
  await database.kysely.transaction().execute(async (trx) => {
    if (!(await store(trx, own, clock.now()))) return;
    await publish(trx, own.asker.familyId, "help-requests");
    await wakeWorkers(trx);
  });
}
