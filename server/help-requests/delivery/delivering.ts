// Whatever is due leaves the house.
import { channels } from "#contract/notifications.ts";
import { type Handover, handOver } from "../../notifications/handing-over.ts";
import type { World } from "../../world.ts";
import { pauseAfter } from "./backoff.ts";
import { becomes, type Delivery, stopUnwantedDeliveries, takeDueDeliveries } from "./deliveries.ts";
import { type Group, noticeOf } from "./notices.ts";
import { hurryOthers, probeProviders } from "./recovery.ts";
import { type Place, sayUnreachable, takeDueSteps } from "./steps.ts";
import { reserveText } from "./text-allowance.ts";

/** Several requests of one person that are told to another at the same time are one message. */
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

const placesOf = (group: Group): Place[] =>
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
  await sayUnreachable(database, placesOf(group), now);
}

/** How many are leaving by each way. */
const leavingBy = { push: 0, sms: 0, email: 0 };

// More would outlive their lease. What does not find room is taken at the next look.
const mostLeaving = 500;

/** Each has room of its own: a provider that hangs holds up nothing else. */
const waysWithRoom = () => channels.filter((channel) => leavingBy[channel] < mostLeaving);

const noTextsLeft: Handover = {
  outcome: "permanent",
  reason: "The limit of texts for this request, or for this family today, is reached",
};

/** A text is counted, unless it surely did not leave. */
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

/** Never rejects: nobody waits for it yet when the database goes away. */
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

/** Takes what is due, as much as there is room for, and answers when it is taken, with when it has left. */
export async function startDeliveries(world: World): Promise<{ settled: Promise<unknown> }> {
  const { database, clock } = world;
  const now = clock.now();
  const places = await takeDueSteps(database, now);
  await probeProviders(database, now);
  await stopUnwantedDeliveries(database, now);
  const leaving: Promise<void>[] = [];
  for (let ways = waysWithRoom(); ways.length > 0; ways = waysWithRoom()) {
    const deliveries = await takeDueDeliveries(database, ways, now);
    if (deliveries.length === 0) break;
    leaving.push(...merge(deliveries).map((group) => deliver(world, group)));
  }
  await sayUnreachable(database, places, now);
  return { settled: Promise.all(leaving) };
}

/** All that is due, until it has left or will be tried again. */
export async function deliverDue(world: World): Promise<void> {
  await (await startDeliveries(world)).settled;
}
