// A help request's life on one page: its states, the changes between them, and what follows from each change. No other code
// writes requests, or adds receipts to them.
import { sql } from "kysely";
import { channelTraits } from "#contract/channels.ts";
import { hourMs, minuteMs } from "#contract/durations.ts";
import type { HelpRequestState } from "#contract/help/request-state.ts";
import type { Db, NewRow } from "#server/platform/db/schema.ts";
import type { Member } from "#server/platform/http/session.ts";
import { publish } from "#server/platform/live/publish.ts";
import { wakingChannels } from "#server/platform/messages/channels.ts";
import { enqueue, stopWaiting } from "#server/platform/messages/outbox.ts";
import type { World } from "#server/platform/world.ts";
import { type PlannedStep, urgentHeadStartSeconds } from "../plan/escalation-plan.ts";
import { tellPrograms } from "../webhook/deliveries.ts";
import { enqueueCallBack, insertCallBack } from "./call-back-message.ts";
import { helpMessage, messagesTo, wakeWorkers } from "./help-message.ts";
import {
  findAsked,
  findJustTold,
  findSituation,
  hasAcknowledgement,
  isOneOf,
  lockRequests,
  lockSender,
  lockWithDelivery,
  type RequestKey,
} from "./lifecycle-queries.ts";

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
  await trx
    .updateTable("help_promises")
    .set({ ended_at: at })
    .where(isOneOf(changing, "family_id", "help_request_id"))
    .where("ended_at", "is", null)
    .execute();
  await tellPrograms(trx, changing, to, at);
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
    if (to === "ACKNOWLEDGED") await enqueueCallBack(trx, request, at);
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

type Delivery = Awaited<ReturnType<typeof lockWithDelivery>>[number];

/** Whether the plan has ended, or everyone was asked in vain over a channel that can wake them. */
function isUnreachable({ plan, next_step, next_step_at, wasReached, mayArrive }: Delivery): boolean {
  if (wasReached) return false;
  if (next_step_at === null) return true;
  const hasAskedEveryone = plan
    .slice(0, next_step)
    .some(
      ({ target, channels }) => target === "everyone" && channels.some((name) => channelTraits[name].wakes),
    );
  return hasAskedEveryone && !mayArrive;
}

/** Marks those of these requests that cannot reach anybody. */
export async function markUnreachable(trx: Db, requests: readonly RequestKey[], at: Date): Promise<void> {
  if (requests.length === 0) return;
  const unreachable = (await lockWithDelivery(trx, requests)).filter(isUnreachable);
  await transition(trx, {
    requests: unreachable.map(({ family_id, id }) => ({ family_id, id, actor: null })),
    to: "UNREACHABLE",
    at,
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
  /** The telephone of a person who has asked on it. */
  readonly callBackNumber?: string | undefined;
}

/** From this many requests of one person in a minute on, requests wait and leave as one message. */
const mergedFromRequests = 5;
const mergingMs = 15_000;

type Situation = Awaited<ReturnType<typeof findSituation>>;

function planBeginning({ at, isUrgent }: NewRequest, { inTheLastMinute }: Situation): Date {
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
  const { at, isUrgent, plan, callBackNumber, ...words } = request;
  return await database.kysely.transaction().execute(async (trx) => {
    await lockSender(trx, request);
    const before = await findSituation(trx, request, at);
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
    const { family_id, id } = stored;
    if (callBackNumber)
      await insertCallBack(trx, { family_id, help_request_id: id, phone_number: callBackNumber });
    const requests = [{ ...stored, actor: null }];
    await addReceipts(
      trx,
      [...new Set(["ACCEPTED", state] as const)].flatMap((each) => receiptsOf({ requests, at }, each)),
    );
    await tellPrograms(trx, [stored], "ACCEPTED", at);
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

// The request is treated as if it had been made a head start ago without any message since. The steps that the plan
// has for that time are sent now and say that it is urgent, and later ones come sooner. A plan that had ended starts
// again.
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
  const written = asked.filter(({ channel }) => !channelTraits[channel].isSpoken);
  await enqueue(trx, messagesTo(written, key, "ASKED"), now);
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

/** Sets the time at which the helper is asked how it went. */
export async function askHelperAt(trx: Db, request: RequestKey, at: Date): Promise<void> {
  await trx
    .updateTable("help_requests")
    .set({ next_step_at: at })
    .where(isOneOf([request]))
    .execute();
}

/** Records who could not help after all. It is forgotten when somebody else helps. */
export async function recordHandOn(trx: Db, request: RequestKey, personId: number, at: Date): Promise<void> {
  await trx
    .updateTable("help_requests")
    .set({ handed_on_by: personId, handed_on_at: at })
    .where(isOneOf([request]))
    .execute();
}

/** Records that the person who asked has said thank you. Returns false if they had done so before. */
export async function recordThanks(trx: Db, request: RequestKey, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("help_requests")
    .set({ thanked_at: at })
    .where(isOneOf([request]))
    .where("thanked_at", "is", null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Moves claimed requests to the step after the one that is due, and returns the one that is due. */
export const takeSteps = (trx: Db, claimed: readonly RequestKey[]) =>
  trx
    .updateTable("help_requests")
    .set({
      next_step: sql`next_step + 1`,
      next_step_at: sql`plan_began_at + make_interval(secs => (plan -> (next_step + 1) ->> 'after')::integer)`,
    })
    .where(isOneOf(claimed))
    .returning(["family_id", "id", "asked_by", "state", "handed_on_by", "handed_on_at"])
    .returning(sql<PlannedStep>`plan -> (next_step - 1)`.as("step"))
    .execute();

/** Takes the one step that an acknowledged request has: its helper is asked how it is going. */
export const takeReminders = (trx: Db, claimed: readonly RequestKey[]) =>
  trx
    .updateTable("help_requests")
    .set({ next_step_at: null })
    .where(isOneOf(claimed))
    .returning(["family_id", "id", "helper_id"])
    .execute();

/**
 * Moves steps that may wake people to the end of their family's quiet hours. The whole plan is moved, so that later steps
 * keep their distance. The updated rows are found by their keys alone: with the due time as well, PostgreSQL would read
 * all due requests once for each of them. Each family's plan is also found by its key ("offset 0"), because otherwise all
 * plans are read.
 */
export async function holdBackSteps(db: Db, now: Date): Promise<void> {
  await db
    .updateTable("help_requests as r")
    .from((from) =>
      from
        .selectFrom("help_requests as q")
        .innerJoin("families as f", "f.id", "q.family_id")
        .innerJoinLateral(
          (eb) =>
            eb
              .selectFrom("escalation_plans")
              .selectAll()
              .whereRef("family_id", "=", "q.family_id")
              .offset(sql.lit(0))
              .as("e"),
          (join) => join.onTrue(),
        )
        .select(["q.family_id", "q.id"])
        .select(sql<Date>`end_of_quiet_hours(${now}, f.time_zone, e.quiet_from, e.quiet_until)`.as("ends_at"))
        .where("q.next_step_at", "<=", now)
        .where("q.is_urgent", "=", false)
        .where("e.quiet_from", "is not", null)
        .where((eb) =>
          eb.or([
            eb("q.state", "=", "ACKNOWLEDGED"),
            sql<boolean>`q.plan -> q.next_step -> 'channels' <@ ${JSON.stringify(wakingChannels)}::jsonb`,
          ]),
        )
        .forNoKeyUpdate("q")
        .skipLocked()
        .as("quiet"),
    )
    .set((eb) => ({
      plan_began_at: sql`r.plan_began_at + (quiet.ends_at - r.next_step_at)`,
      next_step_at: eb.ref("quiet.ends_at"),
    }))
    .whereRef("r.family_id", "=", "quiet.family_id")
    .whereRef("r.id", "=", "quiet.id")
    .where("quiet.ends_at", ">", now)
    .execute();
}

/** Takes a person who deletes their account out of the requests of others. Their own requests are deleted. */
export async function forgetHelper(trx: Db, familyIds: readonly number[], personId: number): Promise<void> {
  if (familyIds.length === 0) return;
  const requests = trx.updateTable("help_requests").where("family_id", "in", [...familyIds]);
  await requests.set({ helper_id: null }).where("helper_id", "=", personId).execute();
  await requests
    .set({ handed_on_by: null, handed_on_at: null })
    .where("handed_on_by", "=", personId)
    .execute();
}
