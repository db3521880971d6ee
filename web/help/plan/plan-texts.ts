// Counts the texts that a plan sends.
import type { EscalationStep } from "#contract/help/plan.ts";
import { type Asked, peopleOf } from "./people-asked.ts";

/** The number of texts for a request that nobody answers. */
function textsOf(steps: readonly EscalationStep[], asked: Asked): number {
  if (!asked.openChannels.includes("sms")) return 0;
  const counts = steps
    .filter(({ channels }) => channels.includes("sms"))
    .map((step) => {
      const texted = peopleOf(step, asked).filter(({ channels }) => channels.includes("sms"));
      return texted.length * (1 + (step.again?.times ?? 0));
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
