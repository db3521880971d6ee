// Answers to a message by its recipient, without a sign-in. The link in the message is the proof.
import type { HelpAnswer } from "#contract/help/answers.ts";
import type { HelpRequest } from "#contract/help/requests.ts";
import type { Refusal } from "#contract/reachability.ts";
import { Gone, NotFound } from "#server/errors.ts";
import { proveContactMethod, refuseContactMethod } from "#server/messages/contact-methods.ts";
import type { World } from "#server/world.ts";
import { becomes } from "../requests/delivery/deliveries.ts";
import { acknowledge } from "../requests/progress.ts";
import { record } from "../requests/receipts.ts";
import { type Actor, requestOf } from "../requests/requests.ts";
import { type DeliveryKey, readToken } from "./links.ts";

/** The recipient of a message and its request. */
interface Addressee extends Actor {
  name: string;
  requestId: number;
  isOver: boolean;
}

// A link is valid for a day, and only while its recipient is one of the helpers.
const findAddressee = {
  name: "find-help-addressee",
  text: `select d.family_id as "familyId", d.person_id as id, m.role, p.username as name,
      d.help_request_id as "requestId", d.created_at <= $3::timestamptz - interval '24 hours' as "isOver"
    from help_deliveries d
    join memberships m on m.family_id = d.family_id and m.person_id = d.person_id and m.role <> 'grandparent'
    join people p on p.id = d.person_id
    where d.family_id = $1 and d.id = $2`,
};

type Keys = readonly [DeliveryKey, ...DeliveryKey[]];

const unknown = "We don't recognize this link. Please open it from the message again.";

async function addresseeOf({ database, clock }: World, key: DeliveryKey): Promise<Addressee> {
  const values = [key.family_id, key.id, clock.now()];
  const [found] = await database.read<Addressee>(findAddressee, values);
  if (!found) throw new NotFound(unknown);
  return found;
}

const answerOf = (request: HelpRequest, { name, id }: Addressee): HelpAnswer => ({
  name,
  askedBy: { name: request.askedBy.name, phoneNumber: request.askedBy.phoneNumber },
  phrase: request.phrase,
  askedAt: request.askedAt,
  state: request.state,
  helperName: request.helper?.name ?? null,
  isYours: request.helper?.id === id,
});

function refuseOver({ isOver }: Addressee, { state, askedBy }: HelpRequest): void {
  if (state === "RESOLVED") throw new Gone(`${askedBy.name} has been helped. Thank you.`);
  if (state === "CANCELLED") throw new Gone(`${askedBy.name} does not need this anymore.`);
  if (isOver) throw new Gone("This link is older than a day. Please open Porchlight instead.");
}

/** The deliveries of a message, the newest first. Several requests can leave as one message. */
function keysIn({ secrets }: World, purpose: "answer" | "receipt", token: string): Keys {
  const [newest, ...others] = readToken(secrets, purpose, token);
  if (!newest) throw new NotFound(unknown);
  return [newest, ...others];
}

async function opened(world: World, token: string) {
  const [newest] = keysIn(world, "answer", token);
  const addressee = await addresseeOf(world, newest);
  const request = await requestOf(world.database, addressee, addressee.requestId);
  refuseOver(addressee, request);
  return { addressee, request };
}

export async function answerByLink(world: World, token: string): Promise<HelpAnswer> {
  const { addressee, request } = await opened(world, token);
  return answerOf(request, addressee);
}

/** Stores that a delivery has arrived, which also proves the contact method of its recipient. */
const markReached = ({ database, clock }: World, key: DeliveryKey) =>
  database.kysely.transaction().execute(async (trx) => {
    const reached = await trx
      .updateTable("help_deliveries")
      .set({ state: "REACHED", lease_until: null })
      .where("family_id", "=", key.family_id)
      .where("id", "=", key.id)
      .where("state", "in", ["WAITING", "HANDED_OVER", "STOPPED"])
      .returning(["person_id as personId", "channel", "about"])
      .executeTakeFirst();
    if (reached) await proveContactMethod(trx, reached, clock.now());
    return reached;
  });

/** An answer to a message also proves that it has arrived. */
export async function acknowledgeByLink(world: World, token: string): Promise<HelpAnswer> {
  await markReached(world, keysIn(world, "answer", token)[0]);
  const { addressee } = await opened(world, token);
  return answerOf(await acknowledge(world, addressee, addressee.requestId), addressee);
}

async function recordArrival(world: World, key: DeliveryKey): Promise<void> {
  const addressee = await addresseeOf(world, key);
  const reached = await markReached(world, key);
  if (reached?.about === "ASKED") await record(world, addressee, addressee.requestId, "REACHED");
}

/** Stores that the message has arrived, even if the provider's response to sending it has not come yet. */
export async function recordDelivery(world: World, token: string): Promise<void> {
  for (const key of keysIn(world, "receipt", token)) await recordArrival(world, key);
}

const untilNextTry = 5_000;

/** The provider accepted the message and could not deliver it. After a refusal it never will. */
export async function recordFailure(
  world: World,
  token: string,
  refusal: Refusal | undefined,
): Promise<void> {
  const now = world.clock.now();
  const keys = keysIn(world, "receipt", token);
  const then = becomes(world.database, keys);
  if (!refusal) return void (await then.takenBack(new Date(now.getTime() + untilNextTry)));
  await then.failed(now);
  const [{ family_id, id }] = keys;
  await world.database.kysely.transaction().execute(async (trx) => {
    const delivery = await trx
      .selectFrom("help_deliveries")
      .select(["person_id as personId", "channel"])
      .where("family_id", "=", family_id)
      .where("id", "=", id)
      .executeTakeFirst();
    if (delivery) await refuseContactMethod(trx, delivery, refusal, now);
  });
}
