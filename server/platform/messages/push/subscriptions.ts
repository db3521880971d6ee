import type * as z from "zod/mini";
import type { NewPushSubscription, PushSubscription } from "#contract/messages.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { Conflict, Invalid, NotFound, NotSignedIn } from "#server/platform/errors.ts";
import type { Person } from "#server/platform/http/session.ts";
import { publish } from "#server/platform/live/publish.ts";
import type { World } from "#server/platform/world.ts";
import { reopenContactMethod } from "../contact-methods.ts";
import { isPushService } from "./push-services.ts";

const maxDevices = 10;

type Typed = z.output<typeof NewPushSubscription>;

async function publishChange(db: Db, { id }: Pick<Person, "id">): Promise<void> {
  await publish(db, { personId: id }, "push-subscriptions", "reminders");
  await publish(db, { familiesOf: id }, "reachability");
}

const listed = (db: Db, person: Person) =>
  db
    .selectFrom("push_subscriptions as p")
    .innerJoin("sessions as s", "s.id", "p.session_id")
    .select(["p.id", "p.session_id", "s.device", "p.created_at", "p.proven_at"])
    .where("p.person_id", "=", person.id)
    .orderBy("p.created_at", "desc")
    .orderBy("p.id", "desc");

export async function subscriptionsOf(db: Db, person: Person, now: Date): Promise<PushSubscription[]> {
  const rows = await listed(db, person).where("s.expires_at", ">", now).execute();
  return rows.map((row) => ({
    id: row.id,
    deviceName: row.device,
    createdAt: row.created_at.toISOString(),
    provenAt: row.proven_at?.toISOString() ?? null,
    isThisOne: row.session_id === person.sessionId,
  }));
}

/** Counts the devices on which each of these people gets messages. */
export async function countDevices(
  db: Db,
  people: readonly number[],
  now: Date,
): Promise<ReadonlyMap<number, number>> {
  const rows = await db
    .selectFrom("push_subscriptions as p")
    .innerJoin("sessions as s", "s.id", "p.session_id")
    .select(["p.person_id", (count) => count.fn.countAll<number>().as("devices")])
    .where("p.person_id", "in", people)
    .where("s.expires_at", ">", now)
    .groupBy("p.person_id")
    .execute();
  return new Map(rows.map(({ person_id, devices }) => [person_id, devices]));
}

const setMessagesOff = (trx: Db, sessionId: number, areOff: boolean) =>
  trx.updateTable("sessions").set({ are_messages_off: areOff }).where("id", "=", sessionId).execute();

/** A press turns messages on again. A renewal by the browser itself does not. */
async function turnMessagesOn(trx: Db, { sessionId }: Person, { isRenewal }: Typed): Promise<void> {
  if (!isRenewal) {
    await setMessagesOff(trx, sessionId, false);
    return;
  }
  const session = trx.selectFrom("sessions").select("are_messages_off").where("id", "=", sessionId);
  if ((await session.executeTakeFirst())?.are_messages_off)
    throw new Conflict("Messages were turned off on this device.");
}

/** Deletes the earlier subscription of this browser: the one of this session, or the one that it says it had. */
async function forgetFormer(trx: Db, person: Person, { endpoint, replaces }: Typed): Promise<void> {
  await trx
    .deleteFrom("push_subscriptions")
    .where("endpoint", "<>", endpoint)
    .where("person_id", "=", person.id)
    .where((either) =>
      either.or([either("session_id", "=", person.sessionId), either("endpoint", "=", replaces ?? "")]),
    )
    .execute();
}

/** The person who was signed in on this browser before has one device less, and their families hear about it. */
async function takeOver(trx: Db, person: Person, { endpoint }: Typed): Promise<void> {
  const former = await trx
    .deleteFrom("push_subscriptions")
    .where("endpoint", "=", endpoint)
    .where("person_id", "<>", person.id)
    .returning("person_id as id")
    .executeTakeFirst();
  if (former) await publishChange(trx, former);
}

async function forgetOldest(trx: Db, person: Person): Promise<void> {
  const older = listed(trx, person).clearSelect().select("p.id").offset(maxDevices);
  await trx.deleteFrom("push_subscriptions").where("id", "in", older).execute();
}

/** A subscription belongs to the person who is signed in on the browser, and no longer to the previous one. */
async function storeSubscription(trx: Db, person: Person, subscription: Typed, now: Date): Promise<void> {
  const { endpoint, keys } = subscription;
  const whose = { person_id: person.id, session_id: person.sessionId };
  const row = { ...whose, ...keys, created_at: now, proven_at: null };
  // The lock makes the second of two simultaneous calls count what the first has added.
  await trx.selectFrom("people").select("id").where("id", "=", person.id).forNoKeyUpdate().execute();
  await forgetFormer(trx, person, subscription);
  await takeOver(trx, person, subscription);
  await trx
    .insertInto("push_subscriptions")
    .values({ endpoint, ...row })
    .onConflict((conflict) => conflict.column("endpoint").doUpdateSet(row))
    .execute();
  await forgetOldest(trx, person);
  await reopenContactMethod(trx, { personId: person.id, channel: "push" });
}

export async function subscribe(
  { config, database, clock }: World,
  person: Person,
  subscription: Typed,
): Promise<PushSubscription> {
  if (!isPushService(subscription.endpoint, config.reachLoopback))
    throw new Invalid("We don't know how to reach this browser.");
  const now = clock.now();
  return await database.kysely.transaction().execute(async (trx) => {
    await turnMessagesOn(trx, person, subscription);
    await storeSubscription(trx, person, subscription, now);
    await publishChange(trx, person);
    const subscriptions = await subscriptionsOf(trx, person, now);
    const added = subscriptions.find(({ isThisOne }) => isThisOne);
    if (!added) throw new NotSignedIn();
    return added;
  });
}

export async function unsubscribe(db: Db, person: Person, id: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const device = await trx
      .deleteFrom("push_subscriptions")
      .where("person_id", "=", person.id)
      .where("id", "=", id)
      .returning("session_id")
      .executeTakeFirst();
    if (!device) throw new NotFound();
    await setMessagesOff(trx, device.session_id, true);
    await publishChange(trx, person);
  });
}

/** The push service will never deliver to this subscription again. */
export async function removeRefused(db: Db, person: Pick<Person, "id">, endpoint: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom("push_subscriptions").where("endpoint", "=", endpoint).execute();
    await publishChange(trx, person);
  });
}

/** Removes the subscription of one of a person's sessions, or those of all others. */
export async function removeOfSessions(
  trx: Db,
  person: Pick<Person, "id">,
  which: "one" | "others",
  sessionId: number,
): Promise<void> {
  const removed = await trx
    .deleteFrom("push_subscriptions")
    .where("person_id", "=", person.id)
    .where("session_id", which === "one" ? "=" : "<>", sessionId)
    .returning("id")
    .execute();
  if (removed.length > 0) await publishChange(trx, person);
}
