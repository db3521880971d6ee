// The changes that people make to an existing request.
import type { HelpRequest } from "#contract/help/requests.ts";
import { Conflict, Forbidden } from "#server/errors.ts";
import type { Member } from "#server/http/session.ts";
import { newsFor, notifying } from "#server/live/publish.ts";
import type { World } from "#server/world.ts";
import { confirm } from "./asker-actions.ts";
import { wake } from "./delivery/wake.ts";
import { type Actor, isOwn, mayBecome, requestOf } from "./requests.ts";

// From this state on nobody else is asked, and the people who were asked get a message on the same channels. The helper
// gets a message after an hour that asks how it is going.
const storeChange = {
  name: "change-help-request",
  text: `with changed as (
    update help_requests set state = $5,
      helper_id = case when $5 = 'ACKNOWLEDGED' then $3 else helper_id end,
      closed_at = case when $5 in ('RESOLVED', 'CANCELLED') then $4::timestamptz end,
      next_step_at = case when $5 = 'ACKNOWLEDGED' then $4::timestamptz + interval '60 minutes' end
    where family_id = $1 and id = $2 and ${mayBecome("$5")}
    returning id
  ), receipt as (
    insert into help_request_receipts (family_id, help_request_id, person_id, at, state)
    select $1, id, $3, $4, $5 from changed
  ), told as (
    insert into help_deliveries (family_id, help_request_id, person_id, channel, about, created_at, due_at)
    select distinct $1::integer, d.help_request_id, d.person_id, d.channel, $5, $4::timestamptz, $4::timestamptz
    from changed
    join help_deliveries d on d.family_id = $1 and d.help_request_id = changed.id
    join memberships m on m.family_id = $1 and m.person_id = d.person_id
    where d.about = 'ASKED' and d.person_id <> $3
      and (d.state in ('HANDED_OVER', 'REACHED') or d.lease_until > $4::timestamptz)
      and not exists (
        select from help_request_receipts t
        where t.family_id = $1 and t.help_request_id = changed.id and t.state = 'ACKNOWLEDGED'
      )
    on conflict do nothing
  ), stopped as (
    update help_deliveries set state = 'STOPPED', lease_until = null
    where family_id = $1 and help_request_id in (select id from changed)
      and about in ('ASKED', 'REMINDED') and state = 'WAITING'
  )
  select ${notifying("$6")}, ${wake} from changed`,
};

/** Changes the state if that is allowed and returns the stored request, so that everybody in a race sees one outcome. */
async function change(
  { database, clock }: World,
  actor: Actor,
  id: number,
  state: "ACKNOWLEDGED" | "RESOLVED" | "CANCELLED",
): Promise<HelpRequest> {
  const { familyId } = actor;
  const receipt = [familyId, id, actor.id, clock.now(), state];
  await database.write(storeChange, [...receipt, newsFor(familyId, "help-requests")]);
  return requestOf(database, actor, id);
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

export async function resolve(world: World, member: Member, id: number): Promise<HelpRequest> {
  const before = await requestOf(world.database, member, id);
  if (before.state === "RESOLVED") return isOwn(before, member) ? confirm(world, member, id) : before;
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
