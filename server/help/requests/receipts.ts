import type { HelpRequest } from "#contract/help/requests.ts";
import { Forbidden } from "#server/errors.ts";
import type { Member } from "#server/http/session.ts";
import type { World } from "#server/world.ts";
import { type Actor, currentRequests, isOwn, requestOf } from "./requests.ts";
import { recordReceipts, recordReceiptsOfMany } from "./transition.ts";

// A request that somebody has seen has also reached them.
const receiptsOf = { REACHED: ["REACHED"], SEEN: ["REACHED", "SEEN"] } as const;

const isClosed = ({ state }: HelpRequest): boolean => state === "RESOLVED" || state === "CANCELLED";

export async function record(
  { database, clock }: World,
  member: Actor,
  id: number,
  state: "REACHED" | "SEEN",
): Promise<void> {
  const request = await requestOf(database, member, id);
  if (isOwn(request, member)) throw new Forbidden("You asked for this yourself.");
  if (isClosed(request)) return;
  const key = { family_id: member.familyId, id, actor: member.id };
  await recordReceipts(database, key, receiptsOf[state], clock.now());
}

/** Records the same for every one of these requests that is open and somebody else's. */
export async function recordAll(
  { database, clock }: World,
  member: Member,
  ids: readonly number[],
  state: "REACHED" | "SEEN",
): Promise<void> {
  const now = clock.now();
  const wanted = (await currentRequests(database, member, now)).filter(
    (request) => ids.includes(request.id) && !isOwn(request, member) && !isClosed(request),
  );
  const keys = wanted.map(({ id }) => ({ family_id: member.familyId, id, actor: member.id }));
  await recordReceiptsOfMany(database.kysely, keys, receiptsOf[state], now);
}
