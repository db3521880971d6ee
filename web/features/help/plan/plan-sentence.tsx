import type { EscalationStep } from "#contract/help/plan.ts";
import { Stack } from "#web/ui/layout/layout.tsx";
import { Badge } from "#web/ui/surface/badge.tsx";
import { Quiet } from "#web/ui/text.tsx";
import { Unbroken } from "#web/ui/unbroken.tsx";
import { type Asked, reachesAnyone } from "./people-asked.ts";
import { gapsOf, sentenceOf } from "./plan-words.ts";

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
