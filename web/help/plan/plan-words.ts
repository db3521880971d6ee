// Puts a plan into plain sentences.
import type { EscalationPlan, EscalationStep } from "#contract/help/plan.ts";
import type { Channel } from "#contract/messages.ts";
import { clockTime } from "#web/ui/time/clock.ts";
import { type Asked, peopleOf } from "./people-asked.ts";

const list = new Intl.ListFormat("en-US");

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

const few = ["", "once", "twice", "three", "four", "five", "six", "seven", "eight", "nine"];

/** "twice", "nine times", "12 times" */
export function timesWords(times: number): string {
  const word = few[times] ?? String(times);
  return times < 3 ? word : `${word} times`;
}

const verbs = { sms: "text", email: "e-mail" };

function whatWords({ whom, channels }: EscalationStep, { first }: Asked): string {
  const who = whom === "first-contact" && first ? first.name : "everyone";
  const writing = (["sms", "email"] as const).filter((channel) => channels.includes(channel));
  const parts = [
    ...(channels.includes("push") ? [`alert ${who}'s app`] : []),
    ...(writing.length > 0 ? [`${list.format(writing.map((channel) => verbs[channel]))} ${who}`] : []),
  ];
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

const missing: Record<Channel, [what: string, none: string]> = {
  push: ["not turned on messages on a device", "turned on messages on a device"],
  sms: ["no phone number", "a phone number"],
  email: ["no e-mail address", "an e-mail address"],
};

const closed = {
  push: "This server cannot send messages to devices yet.",
  sms: "This server cannot send texts yet.",
  email: "This server cannot send e-mail yet.",
};

function gapOf(channel: Channel, step: EscalationStep, asked: Asked): string[] {
  if (!asked.openChannels.includes(channel)) return [closed[channel]];
  const people = peopleOf(step, asked);
  const without = people.filter(({ channels }) => !channels.includes(channel)).map(({ name }) => name);
  const [what, none] = missing[channel];
  if (without.length === 0) return [];
  if (without.length > 1 && without.length === people.length) return [`Nobody has ${none} yet.`];
  return [`${list.format(without)} ${without.length === 1 ? "has" : "have"} ${what} yet.`];
}

/** Says whom a step does not reach, and why. */
export const gapsOf = (step: EscalationStep, asked: Asked): string[] =>
  step.channels.flatMap((channel) => gapOf(channel, step, asked));

export function quietWords(quietHours: EscalationPlan["quietHours"]): string {
  if (!quietHours) return "Texts and e-mails go out at any hour.";
  const { from, until } = quietHours;
  return `From ${clockTime(from)} to ${clockTime(until)} no text or e-mail goes out, unless it's urgent.`;
}
