// Puts a plan into plain sentences, with the names that the family uses.

import { callName } from "#contract/call-name.ts";
import { channelTraits, shownChannels } from "#contract/channels.ts";
import type { EscalationPlan, EscalationStep, Helper, Helpers } from "#contract/help/plan.ts";
import type { Channel } from "#contract/messages.ts";
import { clockTime } from "#contract/time-words.ts";
import { type ChannelWords, channelWords } from "#web/features/messages/channel-words.ts";

export interface Asked extends Helpers {
  /** The chosen first contact. If nobody is chosen or they have left, it is the first helper, as on the server. */
  first: Helper | undefined;
}

export function peopleAsked(
  { helpers, ...server }: Helpers,
  familyName: string,
  firstContactId: number | null,
) {
  const called = helpers.map((helper) => ({ ...helper, name: callName(helper.name, familyName) }));
  const first = called.find(({ id }) => id === firstContactId) ?? called[0];
  return { ...server, helpers: called, first } satisfies Asked;
}

/** The people that a step asks. */
export const peopleOf = ({ target }: Pick<EscalationStep, "target">, { helpers, first }: Asked): Helper[] =>
  target === "everyone" || !first ? helpers : [first];

/** Whether a step reaches anyone, as far as we know. */
export const reachesAnyone = (step: Pick<EscalationStep, "target" | "channels">, asked: Asked): boolean =>
  peopleOf(step, asked).some(({ channels }) => step.channels.some((channel) => channels.includes(channel)));

const list = new Intl.ListFormat("en-US");
const alternatives = new Intl.ListFormat("en-US", { type: "disjunction" });

/** The messages that can wake somebody: "texts and e-mails". */
export const wakingMessages = (conjunction: "and" | "or", open: readonly Channel[]): string =>
  (conjunction === "and" ? list : alternatives).format(
    shownChannels(open)
      .filter((channel) => channelTraits[channel].wakes)
      .map((channel) => channelWords[channel].messages),
  );

function inUnits(seconds: number): [amount: number, unit: string] {
  if (seconds % 3600 === 0) return [seconds / 3600, "hour"];
  return seconds % 60 === 0 ? [seconds / 60, "minute"] : [seconds, "second"];
}

/** "10 minutes" */
export function spanWords(seconds: number): string {
  const [amount, unit] = inUnits(seconds);
  return `${amount} ${unit}${amount === 1 ? "" : "s"}`;
}

export const whenWords = (after: number): string => (after === 0 ? "At once" : `After ${spanWords(after)}`);

/** "every 15 minutes", "every hour" */
export function everyWords(seconds: number): string {
  const [amount, unit] = inUnits(seconds);
  return amount === 1 ? `every ${unit}` : `every ${spanWords(seconds)}`;
}

const smallCounts = ["", "once", "twice", "three", "four", "five", "six", "seven", "eight", "nine"];

/** "twice", "nine times", "12 times" */
export function timesWords(times: number): string {
  const word = smallCounts[times] ?? String(times);
  return times < 3 ? word : `${word} times`;
}

/** "alert Anna's app, text and e-mail Anna" */
function whatWords({ target, channels: chosen }: EscalationStep, { first, openChannels }: Asked): string {
  const who = target === "first-contact" && first ? first.name : "everyone";
  const words = shownChannels(openChannels)
    .filter((channel) => chosen.includes(channel))
    .map((channel) => channelWords[channel]);
  const objects = [...new Set(words.map(({ object }) => object(who)))];
  const verbsOf = (object: string) =>
    words.filter((each) => each.object(who) === object).map(({ verb }) => verb);
  const parts = objects.map((object) => `${list.format(verbsOf(object))} ${object}`);
  return parts.join(", ") || "nothing";
}

function againWords({ again }: EscalationStep): string {
  if (!again) return "";
  const { everySeconds, times } = again;
  if (times === 1) return `, then once more after ${spanWords(everySeconds)}`;
  return `, then ${everyWords(everySeconds)}, ${timesWords(times)}`;
}

/** "After 1 minute: text Anna, unless someone has seen it." */
export function sentenceOf(step: EscalationStep, asked: Asked): string {
  const unless = step.unlessSeen ? ", unless someone has seen it" : "";
  return `${whenWords(step.after)}: ${whatWords(step, asked)}${unless}${againWords(step)}.`;
}

function gapOf(channel: Channel, step: EscalationStep, asked: Asked): string[] {
  if (!asked.openChannels.includes(channel))
    return [`This server cannot send ${channelWords[channel].messages} yet.`];
  const people = peopleOf(step, asked);
  const without = people.filter(({ channels }) => !channels.includes(channel)).map(({ name }) => name);
  const [what, none] = channelWords[channel].missing;
  if (without.length === 0) return [];
  if (without.length > 1 && without.length === people.length) return [`Nobody has ${none} yet.`];
  return [`${list.format(without)} ${without.length === 1 ? "has" : "have"} ${what} yet.`];
}

/** Says who a step does not reach, and why. */
export const gapsOf = (step: EscalationStep, asked: Asked): string[] =>
  step.channels
    .filter((channel) => !channelTraits[channel].isOptional)
    .flatMap((channel) => gapOf(channel, step, asked));

export function quietWords(
  quietHours: EscalationPlan["quietHours"],
  { openChannels: open }: Pick<Asked, "openChannels">,
): string {
  if (!quietHours) return `We send ${wakingMessages("and", open)} at any hour.`;
  const { from, until } = quietHours;
  return `From ${clockTime(from)} to ${clockTime(until)} we send no ${wakingMessages("or", open)}, unless it's urgent.`;
}

/** The number of messages on this channel for a request that nobody answers. */
const countOn = (channel: Channel, steps: readonly EscalationStep[], asked: Asked): number =>
  steps
    .filter((step) => step.channels.includes(channel))
    .map((step) => {
      const reached = peopleOf(step, asked).filter(({ channels }) => channels.includes(channel));
      return reached.length * (1 + (step.again?.times ?? 0));
    })
    .reduce((sum, count) => sum + count, 0);

interface PaidMessages {
  /** What the plan asks for. */
  wanted: number;
  max: number;
  words: ChannelWords;
}

/** What costs money for a request that nobody answers. */
const paidMessagesOf = (steps: readonly EscalationStep[], asked: Asked): PaidMessages[] =>
  asked.maxPaid
    .filter(({ channel }) => asked.openChannels.includes(channel))
    .map(({ channel, max }) => ({
      wanted: countOn(channel, steps, asked),
      max,
      words: channelWords[channel],
    }))
    .filter(({ wanted }) => wanted > 0);

const counted = (count: number, { message, messages }: ChannelWords): string =>
  `${count} ${count === 1 ? message : messages}`;

/** "A request that nobody answers leads to up to 12 texts and 3 calls." Empty if a plan leads to none. */
export function paidWords(steps: readonly EscalationStep[], asked: Asked): string {
  const paid = paidMessagesOf(steps, asked);
  if (paid.length === 0) return "";
  const sent = paid.map(({ wanted, max, words }) => counted(Math.min(wanted, max), words));
  const words = `A request that nobody answers leads to up to ${list.format(sent)}.`;
  const over = paid.filter(({ wanted, max }) => wanted > max);
  if (over.length === 0) return words;
  const asks = over.map((each) => counted(each.wanted, each.words));
  return `${words} This plan asks for ${list.format(asks)}: the others are left out, but app alerts and e-mails continue.`;
}
