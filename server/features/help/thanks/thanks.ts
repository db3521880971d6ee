// The person who asked thanks the person who helped, once a request.
import type { HelpRequest } from "#contract/help/requests.ts";
import { Conflict } from "#server/platform/errors.ts";
import type { Member } from "#server/platform/http/session.ts";
import { publish } from "#server/platform/live/publish.ts";
import type { World } from "#server/platform/world.ts";
import { recordThanks } from "../requests/lifecycle.ts";
import { requestOf, requireAsker } from "../requests/requests.ts";
import { notifyOfThanks } from "./thanks-kind.ts";

/** The person who said "I'll help", or else the first one who said that it was done. */
function helperOf({ helper, askedBy, receipts }: HelpRequest): number | undefined {
  const finisher = receipts.find(({ state, person }) => state === "RESOLVED" && person?.id !== askedBy.id);
  return helper?.id ?? finisher?.person?.id;
}

const isSolvedFor = ({ state, receipts }: HelpRequest, { id }: Member): boolean =>
  state === "RESOLVED" && receipts.some((receipt) => receipt.state === state && receipt.person?.id === id);

/** A second tap changes nothing. */
export async function thank(world: World, member: Member, id: number): Promise<HelpRequest> {
  await requireAsker(world, member, id);
  const request = await requestOf(world.database, member, id);
  const helperId = helperOf(request);
  if (!isSolvedFor(request, member)) throw new Conflict("Please say first that it is solved.");
  if (helperId === undefined) throw new Conflict("Nobody else helped with this.");
  const { familyId } = member;
  await world.database.kysely.transaction().execute(async (trx) => {
    if (!(await recordThanks(trx, { family_id: familyId, id }, world.clock.now()))) return;
    await notifyOfThanks(world, trx, { familyId, requestId: id, helperId });
    await publish(trx, familyId, "help-requests");
  });
  return requestOf(world.database, member, id);
}
