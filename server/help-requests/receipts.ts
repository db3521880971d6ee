import type { HelpRequestState } from "#contract/help-requests.ts";
import type { Db } from "../db/schema.ts";
import { Forbidden } from "../errors.ts";
import type { Member } from "../http/session.ts";
import { publish } from "../live/publish.ts";
import type { World } from "../world.ts";
import { isOwn, mayBecome, requestOf } from "./help-requests.ts";

interface NewReceipts {
  family_id: number;
  help_request_id: number;
  /** Null where the server itself did it. */
  person_id: number | null;
  at: Date;
}

/** Once for each state and person; answers whether any of them is new. */
export async function addReceipts(tx: Db, common: NewReceipts, states: HelpRequestState[]): Promise<boolean> {
  const added = await tx
    .insertInto("help_request_receipts")
    .values(states.map((state) => ({ ...common, state })))
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return Boolean(added.numInsertedOrUpdatedRows);
}

export async function record(
  { database, clock }: World,
  member: Member,
  id: number,
  state: "REACHED" | "SEEN",
): Promise<undefined> {
  const request = await requestOf(database, member, id);
  if (isOwn(request, member)) throw new Forbidden("You asked for this yourself.");
  if (request.state === "RESOLVED" || request.state === "CANCELLED") return;
  const family_id = member.familyId;
  const common = { family_id, help_request_id: id, person_id: member.id, at: clock.now() };
  await database.kysely.transaction().execute(async (tx) => {
    // What somebody has seen has reached them.
    const isNew = await addReceipts(tx, common, state === "SEEN" ? ["REACHED", "SEEN"] : ["REACHED"]);
    if (!isNew) return;
    const ofRequest = tx.updateTable("help_requests").where("family_id", "=", family_id).where("id", "=", id);
    await ofRequest.set({ state }).where(mayBecome(state)).execute();
    await publish(tx, family_id, "help-requests");
  });
}
