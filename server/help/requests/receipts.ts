import { Forbidden } from "#server/errors.ts";
import type { World } from "#server/world.ts";
import { type Actor, isOwn, requestOf } from "./requests.ts";
import { recordReceipts } from "./transition.ts";

// A request that somebody has seen has also reached them.
const receiptsOf = { REACHED: ["REACHED"], SEEN: ["REACHED", "SEEN"] } as const;

export async function record(
  { database, clock }: World,
  member: Actor,
  id: number,
  state: "REACHED" | "SEEN",
): Promise<void> {
  const request = await requestOf(database, member, id);
  if (isOwn(request, member)) throw new Forbidden("You asked for this yourself.");
  if (request.state === "RESOLVED" || request.state === "CANCELLED") return;
  const key = { family_id: member.familyId, id, actor: member.id };
  await recordReceipts(database, key, receiptsOf[state], clock.now());
}
