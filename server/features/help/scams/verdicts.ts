// The family decides whether something is a scam. Nothing here guesses.
import type { Verdict } from "#contract/help/request-state.ts";
import type { HelpRequest } from "#contract/help/requests.ts";
import { Conflict, Forbidden } from "#server/platform/errors.ts";
import { publish } from "#server/platform/live/publish.ts";
import type { World } from "#server/platform/world.ts";
import { promise } from "../promises/promises.ts";
import { endPromise } from "../promises/queries.ts";
import { acknowledge } from "../requests/actions.ts";
import { lockOpenRequest } from "../requests/lifecycle-queries.ts";
import { type Actor, isOwn, requestOf } from "../requests/requests.ts";
import { storeVerdict } from "./queries.ts";

async function store(
  { database, clock }: World,
  { familyId, id: personId }: Actor,
  id: number,
  verdict: Verdict,
) {
  const at = clock.now();
  return await database.kysely.transaction().execute(async (trx) => {
    const key = { family_id: familyId, id };
    if (!(await lockOpenRequest(trx, key))) return false;
    const about = { family_id: familyId, help_request_id: id, person_id: personId };
    await storeVerdict(trx, { ...about, verdict, at });
    // Somebody who has given a verdict no longer owes the call that they promised for it.
    if (verdict !== "CALLING") await endPromise(trx, key, at, personId);
    await publish(trx, familyId, "help-requests");
    return true;
  });
}

/**
 * The first person to answer also takes the request. Anybody may answer after that, and the most careful verdict
 * stands.
 */
export async function giveVerdict(
  world: World,
  actor: Actor,
  id: number,
  verdict: Verdict,
): Promise<HelpRequest> {
  const asked = await requestOf(world.database, actor, id);
  if (!asked.scamCheck) throw new Conflict("This is not a question about a scam.");
  if (isOwn(asked, actor)) throw new Forbidden("You asked for this yourself.");
  // The verdict is stored first, because it matters more than who helps.
  if (!(await store(world, actor, id, verdict)))
    throw new Conflict(`${asked.askedBy.name} has closed this. Please call to be sure.`);
  try {
    if (verdict === "CALLING") await promise(world, actor, id, { kind: "CALLING" });
    else await acknowledge(world, actor, id);
  } catch (error) {
    // Somebody else is already helping.
    if (!(error instanceof Conflict)) throw error;
  }
  return requestOf(world.database, actor, id);
}
