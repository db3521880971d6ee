// The changes that people make to an existing request.
import type { HelpRequest } from "#contract/help/requests.ts";
import { Conflict, Forbidden } from "#server/errors.ts";
import type { Member } from "#server/http/session.ts";
import { publishing } from "#server/live/publish.ts";
import { enqueueing } from "#server/messages/outbox.ts";
import type { World } from "#server/world.ts";
import { helpMessage, wakingWorkers } from "./help-message.ts";
import { type Actor, isOwn, requestOf, requireAsker } from "./requests.ts";
import { recordReceipts, stopAsking } from "./transition.ts";

/** Changes the state if that is allowed and returns the stored request, so that everybody in a race sees one outcome. */
async function change(
  world: World,
  actor: Actor,
  id: number,
  to: "ACKNOWLEDGED" | "RESOLVED" | "CANCELLED",
): Promise<HelpRequest> {
  await stopAsking(world, { family_id: actor.familyId, id, actor: actor.id }, to);
  return requestOf(world.database, actor, id);
}

const noLongerNeeded = (request: HelpRequest) =>
  new Conflict(`${request.askedBy.name} does not need this anymore.`);

/** The first person becomes the helper; everybody else learns who it is. */
export async function acknowledge(world: World, actor: Actor, id: number): Promise<HelpRequest> {
  const asked = await requestOf(world.database, actor, id);
  if (isOwn(asked, actor)) throw new Forbidden("You asked for this yourself.");
  const request = await change(world, actor, id, "ACKNOWLEDGED");
  const { helper, state } = request;
  if (helper?.id === actor.id) return request;
  if (!helper) throw noLongerNeeded(request);
  const does = state === "RESOLVED" ? "has already helped" : "is already helping";
  throw new Conflict(`${helper.name} ${does}.`);
}

/** The family has marked the request as done, and the person who asked agrees. */
async function confirm(world: World, member: Member, id: number): Promise<HelpRequest> {
  const key = { family_id: member.familyId, id, actor: member.id };
  await recordReceipts(world, [key], ["RESOLVED"]);
  return requestOf(world.database, member, id);
}

const hasSaidDone = ({ receipts }: HelpRequest, { id }: Member): boolean =>
  receipts.some(({ state, person }) => state === "RESOLVED" && person?.id === id);

export async function resolve(world: World, member: Member, id: number): Promise<HelpRequest> {
  const before = await requestOf(world.database, member, id);
  if (before.state === "RESOLVED") return isOwn(before, member) ? confirm(world, member, id) : before;
  const request = await change(world, member, id, "RESOLVED");
  if (request.state !== "RESOLVED") throw noLongerNeeded(request);
  // The helper may have said so a moment earlier. Then the person who asked confirms it.
  return isOwn(request, member) && !hasSaidDone(request, member) ? confirm(world, member, id) : request;
}

export async function cancel(world: World, member: Member, id: number): Promise<HelpRequest> {
  const asked = await requestOf(world.database, member, id);
  if (!isOwn(asked, member)) throw new Forbidden(`Only ${asked.askedBy.name} can take this back.`);
  const request = await change(world, member, id, "CANCELLED");
  const { helper, state } = request;
  if (state === "RESOLVED") throw new Conflict("This is already done.");
  if (helper) throw new Conflict(`${helper.name} is already helping. Tap “I'm OK now” instead.`);
  return request;
}

// The request is treated as if it had been made five minutes ago without any message since. The steps that the plan
// has for these minutes are sent now and say that it is urgent, and later ones come sooner. A plan that had ended
// starts again.
const storeUrgency = {
  name: "make-help-request-urgent",
  text: `with changed as (
    update help_requests set is_urgent = true, next_step = 0, next_step_at = $4,
      plan_began_at = least(case when next_step_at is not null then plan_began_at end, $4::timestamptz - interval '5 minutes')
    where family_id = $1 and id = $2 and asked_by = $3 and not is_urgent
      and closed_at is null and state <> 'ACKNOWLEDGED'
    returning family_id
  )
  select ${publishing("familyId", "family_id", "help-requests")}, ${wakingWorkers} from changed`,
};

// Steps that were taken are not repeated, so nobody is asked later than without the mark. The people who have just
// read that it is urgent are asked again on the same channel, without that word. Before the first urgent step, nobody
// has read it.
const storeUrgencyUndo = {
  name: "undo-urgency-of-help-request",
  text: `with changed as (
    update help_requests set is_urgent = false
    where family_id = $1 and id = $2 and asked_by = $3 and is_urgent and closed_at is null and state <> 'ACKNOWLEDGED'
    returning family_id, id, next_step
  ), corrections as (
    ${enqueueing(
      helpMessage,
      `select distinct d.family_id, d.subject_id, d.person_id, d.channel, d.about, $4::timestamptz as at
      from changed c
      join messages d on d.kind = '${helpMessage.name}' and d.subject_id = c.id
      join memberships m on m.family_id = d.family_id and m.person_id = d.person_id and m.role <> 'grandparent'
      where c.next_step > 0 and d.about = 'ASKED' and d.attempts > 0 and d.state <> 'FAILED'
        and d.created_at > $4::timestamptz - interval '5 minutes'`,
    )}
  )
  select ${publishing("familyId", "family_id", "help-requests")}, ${wakingWorkers} from changed`,
};

async function changeUrgency(
  { database, clock }: World,
  member: Member,
  id: number,
  statement: typeof storeUrgency,
): Promise<HelpRequest> {
  await database.write(statement, [member.familyId, id, member.id, clock.now()]);
  return requestOf(database, member, id);
}

/** Does nothing to a request that is already acknowledged or closed, and returns it as it is. */
export async function makeUrgent(world: World, member: Member, id: number): Promise<HelpRequest> {
  await requireAsker(world, member, id);
  return changeUrgency(world, member, id, storeUrgency);
}

/** "Undo" of "It's urgent". Does nothing once somebody helps, and returns the request as it is. */
export async function undoUrgency(world: World, member: Member, id: number): Promise<HelpRequest> {
  await requireAsker(world, member, id);
  return changeUrgency(world, member, id, storeUrgencyUndo);
}
