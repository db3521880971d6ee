// Reopens a closed request for the person who asked: by "Not yet", or by "Undo" right after a slip.
import { sql } from "kysely";
import type { HelpRequest } from "#contract/help/requests.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { Conflict } from "#server/platform/errors.ts";
import type { Member } from "#server/platform/http/session.ts";
import { publish } from "#server/platform/live/publish.ts";
import { enqueue, stopWaiting } from "#server/platform/messages/outbox.ts";
import type { World } from "#server/platform/world.ts";
import { helpMessage, messagesTo, wakeWorkers } from "./help-message.ts";
import { checkHelperAfterMs, reopenWithinMs, transition, undoWithinMs } from "./lifecycle.ts";
import { reviewOpenRequests } from "./member-changes.ts";
import { findJustTold } from "./queries.ts";
import { isClosed, requestOf, requireAsker } from "./requests.ts";

/** The person's own closed request, locked in this transaction. */
interface Ended {
  familyId: number;
  id: number;
  personId: number;
  now: Date;
  /** The person who said "I'll help", if they are still a member. */
  helperId: number | null;
  /** Whether the family has said that it is done. */
  isEndedByOthers: boolean;
  /** Whether the person who asked has said that it is done. */
  isEndedByAsker: boolean;
  /** Whether it was closed so recently that the undo button may still be on the screen. */
  isFresh: boolean;
  isWithinTheHour: boolean;
  closedAt: Date;
}

async function findEnded(trx: Db, { familyId, id: personId }: Member, id: number, now: Date) {
  const { rows } = await sql<Omit<Ended, "familyId" | "id" | "personId" | "now">>`
    select (select m.person_id from memberships m
        where m.family_id = r.family_id and m.person_id = r.helper_id and m.role <> 'grandparent') as "helperId",
      exists (select from help_request_receipts t where t.family_id = r.family_id and t.help_request_id = r.id
        and t.state = 'RESOLVED' and t.person_id <> r.asked_by) as "isEndedByOthers",
      own.at is not null as "isEndedByAsker",
      coalesce(own.at > ${new Date(now.getTime() - undoWithinMs)}, false) as "isFresh",
      r.closed_at > ${new Date(now.getTime() - reopenWithinMs)} as "isWithinTheHour", r.closed_at as "closedAt"
    from help_requests r
    left join help_request_receipts own on own.family_id = r.family_id and own.help_request_id = r.id
      and own.state = r.state and own.person_id = r.asked_by
    where r.family_id = ${familyId} and r.id = ${id} and r.asked_by = ${personId} and r.closed_at is not null
    for no key update of r`.execute(trx);
  return rows[0] && { ...rows[0], familyId, id, personId, now };
}

// A message that says that the request is over, and has not left yet, is no longer true. People who got one in the
// last few minutes are asked again right away on the same channel, and the rest of the family as planned.
async function correctMessages(trx: Db, { familyId, id, now }: Ended): Promise<void> {
  await stopWaiting(trx, helpMessage).where("subject_id", "=", id).where("about", "<>", "ASKED").execute();
  const key = { family_id: familyId, id };
  const recipients = await findJustTold(trx, key, ["RESOLVED", "CANCELLED"], now);
  await enqueue(trx, messagesTo(recipients, key, "ASKED"), now);
}

const deleteReceipts = (trx: Db, { familyId, id }: Ended) =>
  trx.deleteFrom("help_request_receipts").where("family_id", "=", familyId).where("help_request_id", "=", id);

const changeState = (trx: Db, ended: Ended, to: "ACCEPTED" | "ACKNOWLEDGED", actor: number | null) =>
  transition(trx, { requests: [{ family_id: ended.familyId, id: ended.id, actor }], to, at: ended.now });

/** Only the first receipt stays: that the server has the request. */
async function askAgain(trx: Db, ended: Ended): Promise<void> {
  await deleteReceipts(trx, ended)
    .where(({ or, eb }) => or([eb("state", "<>", "ACCEPTED"), eb("person_id", "is not", null)]))
    .execute();
  await changeState(trx, ended, "ACCEPTED", ended.personId);
  await correctMessages(trx, ended);
  await reviewOpenRequests(trx, ended.familyId, ended.now);
}

const removeOwnEnd = (trx: Db, ended: Ended) =>
  deleteReceipts(trx, ended)
    .where("person_id", "=", ended.personId)
    .where("state", "=", "RESOLVED")
    .execute();

/** The helper continues, with the same promise. The transition table allows that only by way of ACCEPTED. */
async function returnToHelper(trx: Db, ended: Ended, helperId: number): Promise<void> {
  await removeOwnEnd(trx, ended);
  await changeState(trx, ended, "ACCEPTED", null);
  await changeState(trx, ended, "ACKNOWLEDGED", helperId);
  // The helper is still asked how it went an hour after the promised time.
  await sql`with promised as (
      update help_promises set ended_at = null
      where family_id = ${ended.familyId} and help_request_id = ${ended.id}
        and ended_at = ${ended.closedAt} and is_kept is null
      returning due_at + make_interval(secs => ${checkHelperAfterMs / 1_000}) as asked_at
    )
    update help_requests r set next_step_at = p.asked_at from promised p
    where r.family_id = ${ended.familyId} and r.id = ${ended.id} and p.asked_at > ${ended.now}`.execute(trx);
}

async function restoreAfterSlip(trx: Db, ended: Ended): Promise<void> {
  if (!ended.isFresh) return;
  if (ended.isEndedByOthers) await removeOwnEnd(trx, ended);
  else if (ended.helperId !== null) await returnToHelper(trx, ended, ended.helperId);
  else await askAgain(trx, ended);
}

async function reopenWithinHour(trx: Db, ended: Ended): Promise<void> {
  if (ended.isEndedByOthers && !ended.isEndedByAsker && ended.isWithinTheHour) await askAgain(trx, ended);
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
    const ended = await findEnded(trx, member, id, world.clock.now());
    if (!ended) return;
    await restore(trx, ended);
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
