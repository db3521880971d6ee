// Counts the texts that a plan sends.

import { channelTraits } from "#contract/channels.ts";
import type { EscalationStep } from "#contract/help/plan.ts";
import type { Channel } from "#contract/messages.ts";
import { type Asked, peopleOf } from "./people-asked.ts";

const isPaid = (channel: Channel) => channelTraits[channel].isPaid;

/** The number of messages that cost money, which are texts, for a request that nobody answers. */
function textsOf(steps: readonly EscalationStep[], asked: Asked): number {
  const paid = asked.openChannels.filter(isPaid);
  const counts = steps.map((step) => {
    const used = paid.filter((channel) => step.channels.includes(channel));
    const sent = peopleOf(step, asked).map(
      ({ channels }) => used.filter((channel) => channels.includes(channel)).length,
    );
    return sent.reduce((sum, count) => sum + count, 0) * (1 + (step.again?.times ?? 0));
  });
  return counts.reduce((sum, count) => sum + count, 0);
}

/** "A request that nobody answers sends up to 12 texts." Empty if a plan sends none. */
export function textsWords(steps: readonly EscalationStep[], asked: Asked): string {
  const texts = textsOf(steps, asked);
  if (texts === 0) return "";
  const max = Math.min(texts, asked.maxTexts);
  const words = `A request that nobody answers sends up to ${max} ${max === 1 ? "text" : "texts"}.`;
  if (texts <= max) return words;
  return `${words} This plan asks for ${texts}: the others are left out, but app alerts and e-mails continue.`;
}
