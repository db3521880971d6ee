// What people do with a request, once it is there.
import type { HelpRequest } from "#contract/help-requests.ts";
import { Conflict, Forbidden } from "../errors.ts";
import type { Member } from "../http/session.ts";
import { newsFor, notifying } from "../live/publish.ts";
import type { World } from "../world.ts";
import { isOwn, mayBecome, requestOf } from "./help-requests.ts";

const storeChange = {
  name: "change-help-request",
  text: `with changed as (
    update help_requests set state = $5,
      helper_id = case when $5 = 'ACKNOWLEDGED' then $3 else helper_id end,
      closed_at = case when $5 in ('RESOLVED', 'CANCELLED') then $4::timestamptz end
    where family_id = $1 and id = $2 and ${mayBecome("$5")}
    returning id
  ), receipt as (
    insert into help_request_receipts (family_id, help_request_id, person_id, at, state)
    select $1, id, $3, $4, $5 from changed
  )
  select ${notifying("$6")} from changed`,
};

/** Changes it where that is allowed, and answers how it stands then: of a race everybody sees the one outcome. */
async function change(
  { database, clock }: World,
  member: Member,
  id: number,
  state: "ACKNOWLEDGED" | "RESOLVED" | "CANCELLED",
): Promise<HelpRequest> {
  const { familyId } = member;
  const receipt = [familyId, id, member.id, clock.now(), state];
  await database.write(storeChange, [...receipt, newsFor(familyId, "help-requests")]);
  return requestOf(database, member, id);
}

const noLongerNeeded = (request: HelpRequest) =>
  new Conflict(`${request.askedBy.name} does not need this anymore.`);

/** The first one helps; any other is told who does. */
export async function acknowledge(world: World, member: Member, id: number): Promise<HelpRequest> {
  const asked = await requestOf(world.database, member, id);
  if (isOwn(asked, member)) throw new Forbidden("You asked for this yourself.");
  const request = await change(world, member, id, "ACKNOWLEDGED");
  const { helper, state } = request;
  if (helper?.id === member.id) return request;
  if (!helper) throw noLongerNeeded(request);
  const does = state === "RESOLVED" ? "has already helped" : "is already helping";
  throw new Conflict(`${helper.name} ${does}.`);
}

export async function resolve(world: World, member: Member, id: number): Promise<HelpRequest> {
  await requestOf(world.database, member, id);
  const request = await change(world, member, id, "RESOLVED");
  if (request.state !== "RESOLVED") throw noLongerNeeded(request);
  return request;
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
