import type { HelpRequest } from "#contract/help/requests.ts";
import type { Member } from "#server/http/session.ts";
import { publishing } from "#server/live/publish.ts";
import type { World } from "#server/world.ts";
import { wake } from "./delivery/help-kind.ts";
import { requestOf, requireAsker } from "./requests.ts";

// The request is treated as if it had been made five minutes ago without a message sent since. The steps that the plan has
// for these minutes are sent now and say that it is urgent, and later ones come sooner. A plan that had ended starts again.
const storeUrgency = {
  name: "make-help-request-urgent",
  text: `with changed as (
    update help_requests set is_urgent = true, next_step = 0, next_step_at = $4,
      plan_began_at = least(case when next_step_at is not null then plan_began_at end, $4::timestamptz - interval '5 minutes')
    where family_id = $1 and id = $2 and asked_by = $3 and not is_urgent
      and closed_at is null and state <> 'ACKNOWLEDGED'
    returning family_id
  )
  select ${publishing("familyId", "family_id", "help-requests")}, ${wake} from changed`,
};

/** Does nothing to a request that is already acknowledged or closed, and returns it as it is. */
export async function makeUrgent(world: World, member: Member, id: number): Promise<HelpRequest> {
  const { database, clock } = world;
  await requireAsker(world, member, id);
  await database.write(storeUrgency, [member.familyId, id, member.id, clock.now()]);
  return requestOf(database, member, id);
}
