import { channelTraits } from "#contract/channels.ts";
import type { EscalationStep } from "#contract/help/plan.ts";
import { Stack } from "#web/ui/layout/layout.tsx";
import { Badge } from "#web/ui/surface/badge.tsx";
import { Note } from "#web/ui/surface/note.tsx";
import { Quiet, Unbroken } from "#web/ui/text.tsx";
import { type Asked, gapsOf, reachesAnyone, sentenceOf, spanWords, wakingMessages } from "./plan-words.ts";

interface PlanSentenceProps {
  step: EscalationStep;
  asked: Asked;
}

/** A step of the plan as a sentence, and who it does not reach. */
export const PlanSentence = ({ step, asked }: PlanSentenceProps) => (
  <Stack gap={4}>
    <p>
      <b>
        <Unbroken>{sentenceOf(step, asked)}</Unbroken>
      </b>{" "}
      {!reachesAnyone(step, asked) && <Badge kind="danger">Reaches no one now</Badge>}
    </p>
    {gapsOf(step, asked).map((gap) => (
      <Quiet key={gap}>
        <Unbroken>{gap}</Unbroken>
      </Quiet>
    ))}
  </Stack>
);

interface Concern {
  title: string;
  detail: string;
}

function noWakingMessage(steps: readonly EscalationStep[], asked: Asked): Concern[] {
  const wakingPart = ({ target, channels }: EscalationStep) => ({
    target,
    channels: channels.filter((channel) => channelTraits[channel].wakes),
  });
  if (steps.some((step) => reachesAnyone(wakingPart(step), asked))) return [];
  return [
    {
      title: `Nobody gets ${wakingMessages("or", asked.openChannels)}.`,
      detail: "A message on a device is easy to miss or turn off.",
    },
  ];
}

function lateStart([first]: readonly EscalationStep[]): Concern[] {
  if (!first || first.after === 0) return [];
  const title = `Nobody is asked right away: the first step comes after ${spanWords(first.after)}.`;
  return [{ title, detail: "Only someone with Porchlight open would see it before that." }];
}

function onlyOnePerson(steps: readonly EscalationStep[], { helpers, first }: Asked): Concern[] {
  if (!first || helpers.length < 2 || steps.some(({ target }) => target === "everyone")) return [];
  return [
    { title: `Only ${first.name} is asked.`, detail: `Nobody else hears if ${first.name} can't help.` },
  ];
}

const nobody: Concern = {
  title: "This plan wouldn't reach anyone right now.",
  detail: "Only someone with Porchlight open would see it.",
};

/** Weak points of a plan. They don't prevent saving it. */
export function concernsOf(steps: readonly EscalationStep[], asked: Asked): Concern[] {
  if (!steps.some((step) => reachesAnyone(step, asked))) return [nobody];
  const inOrder = [...steps].sort((one, other) => one.after - other.after);
  return [...noWakingMessage(steps, asked), ...lateStart(inOrder), ...onlyOnePerson(steps, asked)];
}

interface PlanConcernsProps {
  steps: readonly EscalationStep[];
  asked: Asked;
}

/** Shows the weak points of a plan, and announces changes. */
export const PlanConcerns = ({ steps, asked }: PlanConcernsProps) => (
  <div role="status">
    <Stack gap={12}>
      {concernsOf(steps, asked).map(({ title, detail }) => (
        <Note key={title} kind="warn" title={title}>
          <p>{detail}</p>
        </Note>
      ))}
    </Stack>
  </div>
);
