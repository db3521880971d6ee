// Sends one message to one person on one channel. The result is a value, never an exception.
import type { Channel, PushNotice } from "#contract/messages.ts";
import type { Refusal } from "#contract/reachability.ts";
import { fingerprint } from "#server/secrets.ts";
import type { PushSubscription, World } from "#server/world.ts";
import { type Address, type ReturnLinks, returnLinksFor } from "./addresses.ts";
import { openChannels } from "./channels.ts";
import { refuseContactMethod } from "./contact-methods.ts";
import { type EmailContent, renderEmail } from "./email/content.ts";
import type { Notice } from "./notice.ts";
import { removeRefused } from "./push/subscriptions.ts";
import { Undelivered } from "./undelivered.ts";

export type Handover =
  | { outcome: "taken"; providerId?: string }
  | { outcome: Undelivered["kind"]; reason: string; refusal?: Refusal };

/** A message with links for an answer is built for each address, because each address has its own links. */
type MessageContent = Notice | ((back: ReturnLinks) => Notice);

const nowhere = (what: string): Handover => ({ outcome: "permanent", reason: `This person has no ${what}` });

function failed(error: unknown): Handover {
  if (!(error instanceof Undelivered)) return { outcome: "passing", reason: String(error) };
  const { kind: outcome, message: reason, refusal = "other" } = error;
  return outcome === "permanent" ? { outcome, reason, refusal } : { outcome, reason };
}

/** The message for this address. It gets a receipt link unless it has its own. */
function saidAt(world: World, to: Address, content: MessageContent): Notice {
  const back = returnLinksFor(world, to);
  const notice = typeof content === "function" ? content(back) : content;
  return { receiptPath: back.receiptPath, ...notice };
}

async function addressOf({ database }: World, personId: number) {
  const person = database.kysely.selectFrom("people").select(["phone_number", "email"]);
  return await person.where("id", "=", personId).executeTakeFirst();
}

async function text(world: World, personId: number, content: MessageContent): Promise<Handover> {
  const to = (await addressOf(world, personId))?.phone_number;
  if (!to) return nowhere("phone number");
  const { text: words, receiptPath } = saidAt(world, { personId, channel: "sms", address: to }, content);
  const statusCallback = `${world.config.publicUrl}${receiptPath}`;
  const { id } = await world.senders.sms({ to, text: words, statusCallback });
  return { outcome: "taken", providerId: id };
}

const emailOf = ({ publicUrl }: World["config"], { title, text: words, path }: Notice): EmailContent => ({
  subject: title,
  before: [words],
  link: { label: "Open Porchlight", href: publicUrl + path },
  after: [],
});

async function write(world: World, personId: number, content: MessageContent): Promise<Handover> {
  const to = (await addressOf(world, personId))?.email;
  if (!to) return nowhere("e-mail address");
  const notice = saidAt(world, { personId, channel: "email", address: to }, content);
  await world.senders.email({ to, ...renderEmail(notice.email ?? emailOf(world.config, notice)) });
  return { outcome: "taken" };
}

type Subscription = PushSubscription & { id: number };

const listSubscriptions = {
  name: "list-push-subscriptions",
  text: `select p.id, p.endpoint, p.p256dh, p.auth
    from push_subscriptions p join sessions s on s.id = p.session_id
    where p.person_id = $1 and s.expires_at > $2`,
};

const subscriptionsOf = ({ database, clock }: World, personId: number): Promise<Subscription[]> =>
  database.read(listSubscriptions, [personId, clock.now()]);

function payloadOf(notice: Notice): string {
  const { kind, title, text: words, path, tag, familyId, ...rest } = notice;
  const { acknowledgePath, receiptPath, callNumber, callName } = rest;
  const pushed: PushNotice = { kind, title, text: words, path, tag, familyId };
  return JSON.stringify({ ...pushed, acknowledgePath, receiptPath, callNumber, callName });
}

async function pushTo(
  world: World,
  personId: number,
  { id, ...browser }: Subscription,
  content: MessageContent,
): Promise<Handover> {
  const notice = saidAt(world, { personId, channel: "push", address: browser.endpoint }, content);
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
    if (handover.outcome === "permanent") await removeRefused(world.database.kysely, { id: personId }, id);
    return handover;
  }
}

const best: readonly Handover["outcome"][] = ["taken", "unknown", "passing", "permanent"];

/** Sends to every browser of the person; one that accepts it is enough. */
async function push(world: World, personId: number, content: MessageContent): Promise<Handover> {
  const subscriptions = await subscriptionsOf(world, personId);
  const handovers = await Promise.all(subscriptions.map((one) => pushTo(world, personId, one, content)));
  const [first] = handovers.sort((one, other) => best.indexOf(one.outcome) - best.indexOf(other.outcome));
  return first ?? nowhere("device that gets push messages");
}

const sendBy = { push, sms: text, email: write } as const;

/** A refusal counts against the address only when this server has a provider for the channel. */
async function keepRefusal(world: World, personId: number, channel: Channel, handover: Handover) {
  if (handover.outcome !== "permanent" || !handover.refusal) return;
  if (!openChannels(world.config).includes(channel)) return;
  const { database, clock } = world;
  const { refusal } = handover;
  await database.kysely
    .transaction()
    .execute((trx) => refuseContactMethod(trx, { personId, channel }, refusal, clock.now()));
}

/** Sends a message to one person on one channel. Never throws. */
export async function handOver(
  world: World,
  personId: number,
  channel: Channel,
  content: MessageContent,
): Promise<Handover> {
  const handover = await sendBy[channel](world, personId, content).catch(failed);
  await keepRefusal(world, personId, channel, handover).catch((err) =>
    world.log.error({ err, channel }, "a refusal could not be saved"),
  );
  return handover;
}
