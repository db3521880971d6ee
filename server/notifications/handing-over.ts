// From here a notice leaves the house. What became of it is an answer, never an error.
import type { Channel, PushNotice } from "#contract/notifications.ts";
import { fingerprint } from "../secrets.ts";
import { type Letter, letter } from "../senders/letter.ts";
import { Undelivered } from "../senders/undelivered.ts";
import type { PushSubscription, World } from "../world.ts";
import type { Notice } from "./notice.ts";

export type Handover =
  | { outcome: "taken"; providerId?: string }
  | { outcome: Undelivered["kind"]; reason: string };

const nowhere = (what: string): Handover => ({ outcome: "permanent", reason: `This person has no ${what}` });

function failed(error: unknown): Handover {
  if (error instanceof Undelivered) return { outcome: error.kind, reason: error.message };
  return { outcome: "passing", reason: String(error) };
}

async function addressOf({ database }: World, personId: number) {
  const person = database.kysely.selectFrom("people").select(["phone_number", "email"]);
  return await person.where("id", "=", personId).executeTakeFirst();
}

async function text(world: World, personId: number, notice: Notice): Promise<Handover> {
  const to = (await addressOf(world, personId))?.phone_number;
  if (!to) return nowhere("phone number");
  const statusCallback = notice.receiptPath && world.config.publicUrl + notice.receiptPath;
  const { id } = await world.senders.sms({
    to,
    text: notice.text,
    ...(statusCallback && { statusCallback }),
  });
  return { outcome: "taken", providerId: id };
}

const letterOf = ({ publicUrl }: World["config"], { title, text: words, path }: Notice): Letter => ({
  ...{
    subject: title,
    before: [words],
    link: { label: "Open Porchlight", href: publicUrl + path },
    after: [],
  },
});

async function write(world: World, personId: number, notice: Notice): Promise<Handover> {
  const to = (await addressOf(world, personId))?.email;
  if (!to) return nowhere("e-mail address");
  await world.senders.email({ to, ...letter(notice.letter ?? letterOf(world.config, notice)) });
  return { outcome: "taken" };
}

type Subscription = PushSubscription & { id: number };

const subscriptionsOf = ({ database, clock }: World, personId: number): Promise<Subscription[]> =>
  database.kysely
    .selectFrom("push_subscriptions as p")
    .innerJoin("sessions as s", "s.id", "p.session_id")
    .select(["p.id", "p.endpoint", "p.p256dh", "p.auth"])
    .where("p.person_id", "=", personId)
    .where("s.expires_at", ">", clock.now())
    .execute();

function payloadOf(notice: Notice): string {
  const { kind, title, text: words, path, tag, acknowledgePath, receiptPath, callNumber, callName } = notice;
  const pushed: PushNotice = { kind, title, text: words, path, tag };
  return JSON.stringify({ ...pushed, acknowledgePath, receiptPath, callNumber, callName });
}

async function pushTo(world: World, subscription: Subscription, notice: Notice): Promise<Handover> {
  const { id, ...browser } = subscription;
  try {
    await world.senders.push({
      subscription: browser,
      payload: payloadOf(notice),
      topic: fingerprint(notice.tag).toString("base64url").slice(0, 32),
      ttlSeconds: notice.ttlSeconds,
      urgency: notice.isUrgent ? "high" : "normal",
    });
    return { outcome: "taken" };
  } catch (error) {
    const handover = failed(error);
    if (handover.outcome === "permanent")
      await world.database.kysely.deleteFrom("push_subscriptions").where("id", "=", id).execute();
    return handover;
  }
}

const best: readonly Handover["outcome"][] = ["taken", "unknown", "passing", "permanent"];

/** To every browser of the person; one that takes it is enough. */
async function push(world: World, personId: number, notice: Notice): Promise<Handover> {
  const subscriptions = await subscriptionsOf(world, personId);
  const handovers = await Promise.all(subscriptions.map((one) => pushTo(world, one, notice)));
  const [first] = handovers.sort((one, other) => best.indexOf(one.outcome) - best.indexOf(other.outcome));
  return first ?? nowhere("device that is told by push");
}

const ways = { push, sms: text, email: write } as const;

/** Tells one person by one way. Never throws. */
export const handOver = (
  world: World,
  personId: number,
  channel: Channel,
  notice: Notice,
): Promise<Handover> => ways[channel](world, personId, notice).catch(failed);
