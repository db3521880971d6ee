// The receipts that people and their devices give: a request has reached them, or they have seen it.
import { Forbidden } from "#server/platform/errors.ts";
import type { Member } from "#server/platform/http/session.ts";
import type { World } from "#server/platform/world.ts";
import { recordReceipts } from "./lifecycle.ts";
import { type Actor, currentRequests, isClosed, isOwn, requestOf } from "./requests.ts";

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
