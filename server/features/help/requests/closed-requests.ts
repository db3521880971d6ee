// Reopens a closed request for the person who asked: by "Not yet", or by "Undo" right after a slip.
import type { HelpRequest } from "#contract/help/requests.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { Conflict } from "#server/platform/errors.ts";
import type { Member } from "#server/platform/http/session.ts";
import { publish } from "#server/platform/live/publish.ts";
import { enqueue, stopWaiting } from "#server/platform/messages/outbox.ts";
import type { World } from "#server/platform/world.ts";
import { helpMessage, messagesTo, wakeWorkers } from "./help-message.ts";
import { askHelperAt, checkHelperAfterMs, reopenWithinMs, transition, undoWithinMs } from "./lifecycle.ts";
import {
  deleteLaterReceipts,
  deleteReceiptOf,
  findJustTold,
  lockClosedRequest,
  type RequestKey,
  reopenPromise,
} from "./lifecycle-queries.ts";
import { reviewOpenRequests } from "./member-changes.ts";
import { isClosed, requestOf, requireAsker } from "./requests.ts";

type Locked = NonNullable<Awaited<ReturnType<typeof lockClosedRequest>>>;

/** The person's own closed request, locked in this transaction. */
interface Ended extends RequestKey, Locked {
  readonly personId: number;
  readonly now: Date;
}

/** Whether the person said so only just now, so that the undo button may still be on the screen. */
const isFresh = ({ endedByAskerAt, now }: Ended): boolean =>
  endedByAskerAt !== null && now.getTime() - endedByAskerAt.getTime() < undoWithinMs;

const canReopen = ({ closedAt, now }: Ended): boolean => now.getTime() - closedAt.getTime() < reopenWithinMs;

// A message that says that the request is over, and has not left yet, is no longer true. People who got one in the
// last few minutes are asked again right away on the same channel, and the rest of the family as planned.
async function correctMessages(trx: Db, { family_id, id, now }: Ended): Promise<void> {
  await stopWaiting(trx, helpMessage).where("subject_id", "=", id).where("about", "<>", "ASKED").execute();
  const key = { family_id, id };
  const recipients = await findJustTold(trx, key, ["RESOLVED", "CANCELLED"], now);
  await enqueue(trx, messagesTo(recipients, key, "ASKED"), now);
}

const changeState = (
  trx: Db,
  { family_id, id, now }: Ended,
  to: "ACCEPTED" | "ACKNOWLEDGED",
  actor: number | null,
) => transition(trx, { requests: [{ family_id, id, actor }], to, at: now });

async function askAgain(trx: Db, ended: Ended): Promise<void> {
  await deleteLaterReceipts(trx, ended);
  await changeState(trx, ended, "ACCEPTED", ended.personId);
  await correctMessages(trx, ended);
  await reviewOpenRequests(trx, ended.family_id, ended.now);
}

const removeOwnEnd = (trx: Db, ended: Ended) => deleteReceiptOf(trx, ended, "RESOLVED", ended.personId);

/** The helper continues, with the same promise. The transition table allows that only by way of ACCEPTED. */
async function returnToHelper(trx: Db, ended: Ended, helperId: number): Promise<void> {
  await removeOwnEnd(trx, ended);
  await changeState(trx, ended, "ACCEPTED", null);
  await changeState(trx, ended, "ACKNOWLEDGED", helperId);
  const promised = await reopenPromise(trx, ended, ended.closedAt);
  if (!promised?.due_at) return;
  // The helper is still asked how it went an hour after the promised time.
  const askAt = new Date(promised.due_at.getTime() + checkHelperAfterMs);
  if (askAt > ended.now) await askHelperAt(trx, ended, askAt);
}

async function restoreAfterSlip(trx: Db, ended: Ended): Promise<void> {
  if (!isFresh(ended)) return;
  if (ended.isEndedByOthers) await removeOwnEnd(trx, ended);
  else if (ended.helperId !== null) await returnToHelper(trx, ended, ended.helperId);
  else await askAgain(trx, ended);
}

async function reopenWithinHour(trx: Db, ended: Ended): Promise<void> {
  if (ended.isEndedByOthers && ended.endedByAskerAt === null && canReopen(ended)) await askAgain(trx, ended);
}

/** Does nothing to a request that is not closed, and returns it as it is. */
async function change(
  world: World,
  member: Member,
  id: number,
  restore: (trx: Db, ended: Ended) => Promise<void>,
): Promise<HelpRequest> {
  await requireAsker(world, member, id);
  await world.database.kysely.transaction().execute(async (trx) => {
    const key = { family_id: member.familyId, id };
    const now = world.clock.now();
    const closed = await lockClosedRequest(trx, key, member.id);
    if (!closed) return;
    await restore(trx, { ...key, ...closed, personId: member.id, now });
    await publish(trx, member.familyId, "help-requests");
    await wakeWorkers(trx);
  });
  return requestOf(world.database, member, id);
}

const tooLate = () => new Conflict("This is closed. Please ask again.");

/** "Not yet" works for an hour, unless the person has said themselves that it is done. */
export async function reopen(world: World, member: Member, id: number): Promise<HelpRequest> {
  const request = await change(world, member, id, reopenWithinHour);
  if (isClosed(request)) throw tooLate();
  return request;
}

/** "Undo" of one's own "I'm OK now" or "Yes" restores the state from before. */
export async function undo(world: World, member: Member, id: number): Promise<HelpRequest> {
  const request = await change(world, member, id, restoreAfterSlip);
  const isSaid = request.receipts.some(
    ({ state, person }) => state === request.state && person?.id === member.id,
  );
  if (isClosed(request) && isSaid) throw tooLate();
  return request;
}
