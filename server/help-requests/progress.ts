// What people do with a request, once it is there.
import type { HelpRequest } from "#contract/help-requests.ts";
import type { Db } from "../db/schema.ts";
import { Conflict, Forbidden } from "../errors.ts";
import type { Member } from "../http/session.ts";
import { publish } from "../live/publish.ts";
import type { World } from "../world.ts";
import { isOwn, mayBecome, requestOf } from "./help-requests.ts";
import { addReceipts } from "./receipts.ts";

type Change =
  | { state: "ACKNOWLEDGED"; helper_id: number }
  | { state: "RESOLVED" | "CANCELLED"; closed_at: Date };

async function write(tx: Db, member: Member, id: number, change: Change, at: Date): Promise<void> {
  const family_id = member.familyId;
  const { numUpdatedRows } = await tx
    .updateTable("help_requests")
    .set(change)
    .where("family_id", "=", family_id)
    .where("id", "=", id)
    .where(mayBecome(change.state))
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return;
  await addReceipts(tx, { family_id, help_request_id: id, person_id: member.id, at }, [change.state]);
  await publish(tx, family_id, "help-requests");
}

/** Changes it where the transition table allows, and answers how it stands then: of a race everyone sees one outcome. */
async function make(world: World, member: Member, id: number, change: Change): Promise<HelpRequest> {
  const { database, clock } = world;
  await database.kysely.transaction().execute((tx) => write(tx, member, id, change, clock.now()));
  return requestOf(database, member, id);
}

const takenBack = (request: HelpRequest) =>
  new Conflict(`${request.askedBy.name} does not need this anymore.`);

/** The first one helps; any other is told who does. */
export async function acknowledge(world: World, member: Member, id: number): Promise<HelpRequest> {
  const asked = await requestOf(world.database, member, id);
  if (isOwn(asked, member)) throw new Forbidden("You asked for this yourself.");
  const request = await make(world, member, id, { state: "ACKNOWLEDGED", helper_id: member.id });
  const { helper, state } = request;
  if (helper?.id === member.id) return request;
  if (!helper) throw takenBack(request);
  throw new Conflict(
    state === "RESOLVED" ? `${helper.name} has already helped.` : `${helper.name} is already helping.`,
  );
}

export async function resolve(world: World, member: Member, id: number): Promise<HelpRequest> {
  await requestOf(world.database, member, id);
  const request = await make(world, member, id, { state: "RESOLVED", closed_at: world.clock.now() });
  if (request.state !== "RESOLVED") throw takenBack(request);
  return request;
}

export async function cancel(world: World, member: Member, id: number): Promise<HelpRequest> {
  const asked = await requestOf(world.database, member, id);
  if (!isOwn(asked, member)) throw new Forbidden(`Only ${asked.askedBy.name} can take this back.`);
  const request = await make(world, member, id, { state: "CANCELLED", closed_at: world.clock.now() });
  if (request.state === "RESOLVED") throw new Conflict("This is already done.");
  if (request.helper)
    throw new Conflict(`${request.helper.name} is already helping. Tap “I'm OK now” instead.`);
  return request;
}
