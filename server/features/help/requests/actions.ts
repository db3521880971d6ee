// People take an existing request, finish it, cancel it, make it urgent, or say that they have seen it.
import type { HelpRequest } from "#contract/help/requests.ts";
import { Conflict, Forbidden } from "#server/platform/errors.ts";
import type { Member } from "#server/platform/http/session.ts";
import type { World } from "#server/platform/world.ts";
import { changeUrgency, markUrgent, recordReceipts, stopAsking, unmarkUrgent } from "./lifecycle.ts";
import { type Actor, currentRequests, isClosed, isOwn, requestOf, requireAsker } from "./requests.ts";

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
async function confirm(world: World, member: Actor, id: number): Promise<HelpRequest> {
  const key = { family_id: member.familyId, id, actor: member.id };
  await recordReceipts(world, [key], ["RESOLVED"]);
  return requestOf(world.database, member, id);
}

const hasSaidDone = ({ receipts }: HelpRequest, { id }: Actor): boolean =>
  receipts.some(({ state, person }) => state === "RESOLVED" && person?.id === id);

export async function resolve(world: World, member: Actor, id: number): Promise<HelpRequest> {
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

/** Does nothing to a request that is already acknowledged or closed, and returns it as it is. */
export async function makeUrgent(world: World, member: Member, id: number): Promise<HelpRequest> {
  await requireAsker(world, member, id);
  await changeUrgency(world, { asker: member, id }, markUrgent);
  return requestOf(world.database, member, id);
}

/** "Undo" of "It's urgent". Does nothing once somebody helps, and returns the request as it is. */
export async function undoUrgency(world: World, member: Member, id: number): Promise<HelpRequest> {
  await requireAsker(world, member, id);
  await changeUrgency(world, { asker: member, id }, unmarkUrgent);
  return requestOf(world.database, member, id);
}

// A request that somebody has seen has also reached them.
const receiptsOf = { REACHED: ["REACHED"], SEEN: ["REACHED", "SEEN"] } as const;

export async function recordReceipt(
  world: World,
  member: Actor,
  id: number,
  state: "REACHED" | "SEEN",
): Promise<void> {
  const request = await requestOf(world.database, member, id);
  if (isOwn(request, member)) throw new Forbidden("You asked for this yourself.");
  if (isClosed(request)) return;
  const key = { family_id: member.familyId, id, actor: member.id };
  await recordReceipts(world, [key], receiptsOf[state]);
}

/** Records the same receipt for each of these requests that is open and was made by somebody else. */
export async function recordReceiptOfEach(
  world: World,
  member: Member,
  ids: readonly number[],
  state: "REACHED" | "SEEN",
): Promise<void> {
  const wanted = (await currentRequests(world.database, member, world.clock.now())).filter(
    (request) => ids.includes(request.id) && !isOwn(request, member) && !isClosed(request),
  );
  const keys = wanted.map(({ id }) => ({ family_id: member.familyId, id, actor: member.id }));
  await recordReceipts(world, keys, receiptsOf[state]);
}
