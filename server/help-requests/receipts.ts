import type { HelpRequestState } from "#contract/help-requests.ts";
import type { Db } from "../db/schema.ts";
import { Forbidden } from "../errors.ts";
import type { Member } from "../http/session.ts";
import { publish } from "../live/publish.ts";
import type { World } from "../world.ts";
import { become, isOwn, requestOf } from "./help-requests.ts";

interface NewReceipt {
  family_id: number;
  help_request_id: number;
  /** Null where the server itself did it. */
  person_id: number | null;
  at: Date;
}

/** Once for each state and person; answers whether any of them is new. */
export async function addReceipts(
  trx: Db,
  receipt: NewReceipt,
  states: HelpRequestState[],
): Promise<boolean> {
  const added = await trx
    .insertInto("help_request_receipts")
    .values(states.map((state) => ({ ...receipt, state })))
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return Boolean(added.numInsertedOrUpdatedRows);
}

export async function record(
  { database, clock }: World,
  member: Member,
  id: number,
  state: "REACHED" | "SEEN",
): Promise<void> {
  const request = await requestOf(database, member, id);
  if (isOwn(request, member)) throw new Forbidden("You asked for this yourself.");
  if (request.state === "RESOLVED" || request.state === "CANCELLED") return;
  const receipt = { family_id: member.familyId, help_request_id: id, person_id: member.id, at: clock.now() };
  await database.kysely.transaction().execute(async (trx) => {
    // What somebody has seen has reached them.
    const isNew = await addReceipts(trx, receipt, state === "SEEN" ? ["REACHED", "SEEN"] : ["REACHED"]);
    if (!isNew) return;
    await become(trx, member, id, { state });
    await publish(trx, member.familyId, "help-requests");
  });
}
