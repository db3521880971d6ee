// What people do with a request, once it is there.
import type { HelpRequest } from "#contract/help-requests.ts";
import { Conflict, Forbidden } from "../errors.ts";
import type { Member } from "../http/session.ts";
import { publish } from "../live/publish.ts";
import type { World } from "../world.ts";
import { become, isOwn, requestOf } from "./help-requests.ts";
import { addReceipts } from "./receipts.ts";

type Change =
  | { state: "ACKNOWLEDGED"; helper_id: number }
  | { state: "RESOLVED" | "CANCELLED"; closed_at: Date };

/** Changes it where that is allowed, and answers how it stands then: of a race everybody sees the one outcome. */
async function change(world: World, member: Member, id: number, wanted: Change): Promise<HelpRequest> {
  const { database, clock } = world;
  const receipt = { family_id: member.familyId, help_request_id: id, person_id: member.id, at: clock.now() };
  await database.kysely.transaction().execute(async (trx) => {
    if (!(await become(trx, member, id, wanted))) return;
    await addReceipts(trx, receipt, [wanted.state]);
    await publish(trx, member.familyId, "help-requests");
  });
  return requestOf(database, member, id);
}

const noLongerNeeded = (request: HelpRequest) =>
  new Conflict(`${request.askedBy.name} does not need this anymore.`);

/** The first one helps; any other is told who does. */
export async function acknowledge(world: World, member: Member, id: number): Promise<HelpRequest> {
  const asked = await requestOf(world.database, member, id);
  if (isOwn(asked, member)) throw new Forbidden("You asked for this yourself.");
  const request = await change(world, member, id, { state: "ACKNOWLEDGED", helper_id: member.id });
  const { helper, state } = request;
  if (helper?.id === member.id) return request;
  if (!helper) throw noLongerNeeded(request);
  const does = state === "RESOLVED" ? "has already helped" : "is already helping";
  throw new Conflict(`${helper.name} ${does}.`);
}

export async function resolve(world: World, member: Member, id: number): Promise<HelpRequest> {
  await requestOf(world.database, member, id);
  const request = await change(world, member, id, { state: "RESOLVED", closed_at: world.clock.now() });
  if (request.state !== "RESOLVED") throw noLongerNeeded(request);
  return request;
}

export async function cancel(world: World, member: Member, id: number): Promise<HelpRequest> {
  const asked = await requestOf(world.database, member, id);
  if (!isOwn(asked, member)) throw new Forbidden(`Only ${asked.askedBy.name} can take this back.`);
  const request = await change(world, member, id, { state: "CANCELLED", closed_at: world.clock.now() });
  const { helper, state } = request;
  if (state === "RESOLVED") throw new Conflict("This is already done.");
  if (helper) throw new Conflict(`${helper.name} is already helping. Tap “I'm OK now” instead.`);
  return request;
}
