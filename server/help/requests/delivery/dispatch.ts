// Sends the messages of help requests that are due, and stores the results.
import { channels } from "#contract/messages.ts";
import { type Handover, handOver } from "#server/messages/message-sender.ts";
import type { World } from "#server/world.ts";
import type { RequestKey } from "../transition.ts";
import { pauseAfter } from "./backoff.ts";
import { becomes, claimDueDeliveries, type Delivery, stopUnwantedDeliveries } from "./deliveries.ts";
import { type Group, noticeOf } from "./notices.ts";
import { hurryOthers, probeProviders } from "./recovery.ts";
import { claimDueSteps, markUnreachable } from "./steps.ts";
import { reserveText } from "./text-allowance.ts";

/** Several requests of one person that are due to the same recipient at the same time become one message. */
function merge(deliveries: readonly Delivery[]): Group[] {
  const groups = new Map<string, Delivery[]>();
  for (const delivery of deliveries) {
    const { family_id, person_id, channel, about, asked_by, help_request_id } = delivery;
    const which = about === "ASKED" ? asked_by : `of request ${help_request_id}`;
    groups.getOrInsertComputed([family_id, person_id, channel, about, which].join(), () => []).push(delivery);
  }
  return [...groups.values()].flatMap((group) => {
    const [newest, ...others] = group.sort((one, other) => other.help_request_id - one.help_request_id);
    return newest ? [[newest, ...others]] : [];
  });
}

const requestsOf = (group: Group): RequestKey[] =>
  group.map(({ family_id, help_request_id }) => ({ family_id, id: help_request_id }));

type Taken = Extract<Handover, { outcome: "taken" }>;
type Refused = Exclude<Handover, Taken>;

async function keepTaken({ database, clock }: World, group: Group, { providerId }: Taken): Promise<void> {
  const now = clock.now();
  await becomes(database, group).handedOver(now, providerId ?? null);
  if (group.some(({ attempts }) => attempts > 1)) await hurryOthers(database, group[0].channel, now);
}

async function keepRefused(world: World, group: Group, { outcome, reason }: Refused): Promise<void> {
  const { database, clock, log } = world;
  const [first] = group;
  const now = clock.now();
  const then = becomes(database, group);
  log.warn({ channel: first.channel, outcome, reason }, "a help message could not be sent");
  const wait = pauseAfter(first.attempts, now.getTime() - first.created_at.getTime());
  if (outcome === "permanent" || wait === undefined) await then.failed(now);
  else await then.waitUntil(new Date(now.getTime() + wait), now);
  await markUnreachable(database, requestsOf(group), now);
}

/** The number of messages in flight on each channel. */
const leavingBy = { push: 0, sms: 0, email: 0 };

// More would outlive their lease. The rest is claimed in the next pass.
const maxInFlight = 500;

/** Each channel has its own limit, so that a provider that hangs does not delay the other channels. */
const channelsWithRoom = () => channels.filter((channel) => leavingBy[channel] < maxInFlight);

const noTextsLeft: Handover = {
  outcome: "permanent",
  reason: "The limit of texts for this request, or for this family today, is reached",
};

/** Counts a text against the allowance, unless it certainly did not leave. */
async function handOverCounted(world: World, group: Group): Promise<Handover> {
  const [first] = group;
  const send = () => handOver(world, first.person_id, first.channel, noticeOf(world, group));
  if (first.channel !== "sms") return await send();
  const reserved = await reserveText(world, first);
  if (!reserved) return noTextsLeft;
  const handover = await send();
  if (handover.outcome === "passing" || handover.outcome === "permanent") await reserved.release();
  return handover;
}

/** Never rejects: when the database goes away, nothing awaits this promise yet. */
async function deliver(world: World, group: Group): Promise<void> {
  const [{ channel }] = group;
  leavingBy[channel] += 1;
  try {
    const handover = await handOverCounted(world, group);
    if (handover.outcome === "taken") await keepTaken(world, group, handover);
    else await keepRefused(world, group, handover);
  } catch (err) {
    world.log.error({ err }, "the result of a help message could not be saved");
  } finally {
    leavingBy[channel] -= 1;
  }
}

/** Claims as much as the limits allow. Resolves as soon as that is claimed; `settled` resolves when all of it has been sent. */
export async function startDeliveries(world: World): Promise<{ settled: Promise<unknown> }> {
  const { database, clock } = world;
  const now = clock.now();
  const requests = await claimDueSteps(database, now);
  await probeProviders(database, now);
  await stopUnwantedDeliveries(database, now);
  const leaving: Promise<void>[] = [];
  for (let open = channelsWithRoom(); open.length > 0; open = channelsWithRoom()) {
    const deliveries = await claimDueDeliveries(database, open, now);
    if (deliveries.length === 0) break;
    leaving.push(...merge(deliveries).map((group) => deliver(world, group)));
  }
  await markUnreachable(database, requests, now);
  return { settled: Promise.all(leaving) };
}

/** Delivers all that is due, until each message has left or has a time for its next attempt. */
export async function deliverDue(world: World): Promise<void> {
  await (await startDeliveries(world)).settled;
}
