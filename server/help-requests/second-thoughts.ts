// What the one who asked says besides: that it is urgent, that it is really done.
import type { HelpRequest } from "#contract/help-requests.ts";
import { Forbidden } from "../errors.ts";
import type { Member } from "../http/session.ts";
import { newsFor, notifying } from "../live/publish.ts";
import type { World } from "../world.ts";
import { waking } from "./delivery/waking.ts";
import { isOwn, requestOf } from "./help-requests.ts";

// As if it had been asked five minutes ago, and nobody had been told since: whatever the plan has for these comes now, in
// words that say that it is urgent, and the rest that much sooner. A plan that had come to its end begins anew.
const storeUrgency = {
  name: "make-help-request-urgent",
  text: `with changed as (
    update help_requests set is_urgent = true, next_step = 0, next_step_at = $4,
      plan_began_at = least(case when next_step_at is not null then plan_began_at end, $4::timestamptz - interval '5 minutes')
    where family_id = $1 and id = $2 and asked_by = $3 and not is_urgent
      and closed_at is null and state <> 'ACKNOWLEDGED'
    returning id
  )
  select ${notifying("$5")}, ${waking} from changed`,
};

const storeConfirmation = {
  name: "confirm-help-request",
  text: `with added as (
    insert into help_request_receipts (family_id, help_request_id, person_id, at, state)
    values ($1, $2, $3, $4, 'RESOLVED')
    on conflict do nothing
    returning id
  )
  select ${notifying("$5")} from added`,
};

async function store(
  { database, clock }: World,
  statement: typeof storeUrgency,
  { familyId, id: personId }: Member,
  id: number,
): Promise<void> {
  await database.write(statement, [familyId, id, personId, clock.now(), newsFor(familyId, "help-requests")]);
}

export async function refuseOthers({ database }: World, member: Member, id: number): Promise<void> {
  const request = await requestOf(database, member, id);
  if (!isOwn(request, member)) throw new Forbidden(`Only ${request.askedBy.name} can say this.`);
}

/** Once it is taken or closed there is nothing to hurry: it is answered as it stands. */
export async function makeUrgent(world: World, member: Member, id: number): Promise<HelpRequest> {
  await refuseOthers(world, member, id);
  await store(world, storeUrgency, member, id);
  return requestOf(world.database, member, id);
}

/** The family said that it is done, and the one who asked says so too. */
export async function confirm(world: World, member: Member, id: number): Promise<HelpRequest> {
  await store(world, storeConfirmation, member, id);
  return requestOf(world.database, member, id);
}
