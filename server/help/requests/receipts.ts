import { Forbidden } from "#server/errors.ts";
import { newsFor, notifying } from "#server/live/publish.ts";
import type { World } from "#server/world.ts";
import { type Actor, isOwn, mayBecome, requestOf } from "./requests.ts";

// One receipt is stored for each state and person. Only new ones are published.
const storeReceipts = {
  name: "store-help-request-receipts",
  text: `with added as (
    insert into help_request_receipts (family_id, help_request_id, person_id, at, state)
    select $1, $2, $3, $4, unnest($5::text[])
    on conflict do nothing
    returning state
  ), changed as (
    update help_requests set state = $6
    where family_id = $1 and id = $2 and exists (select from added) and ${mayBecome("$6")}
  )
  select ${notifying("$7")} from added`,
};

// A request that somebody has seen has also reached them.
const receiptsOf = { REACHED: ["REACHED"], SEEN: ["REACHED", "SEEN"] };

export async function record(
  { database, clock }: World,
  member: Actor,
  id: number,
  state: "REACHED" | "SEEN",
): Promise<void> {
  const request = await requestOf(database, member, id);
  if (isOwn(request, member)) throw new Forbidden("You asked for this yourself.");
  if (request.state === "RESOLVED" || request.state === "CANCELLED") return;
  const receipt = [member.familyId, id, member.id, clock.now(), receiptsOf[state]];
  await database.write(storeReceipts, [...receipt, state, newsFor(member.familyId, "help-requests")]);
}
