import type { EscalationPlan } from "#contract/help/plan.ts";
import { Rows } from "#web/ui/layout/rows.tsx";
import { Quiet } from "#web/ui/text.tsx";
import type { Asked } from "./people-asked.ts";
import { PlanConcerns } from "./plan-concerns.tsx";
import { PlanSentence } from "./plan-sentence.tsx";
import { textsWords } from "./plan-texts.ts";
import { quietWords } from "./plan-words.ts";

interface ReadPlanProps {
  plan: EscalationPlan;
  asked: Asked;
}

/** The plan as anybody who helps reads it. */
export const ReadPlan = ({ plan, asked }: ReadPlanProps) => (
  <>
    <Rows as="ol">
      {plan.steps.map((step, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line has nothing else to be known by
        <li key={place}>
          <PlanSentence step={step} asked={asked} />
        </li>
      ))}
    </Rows>
    <p>
      {asked.first && `${asked.first.name} is the first contact. `}
      {quietWords(plan.quietHours)} {textsWords(plan.steps, asked)}
    </p>
    <Quiet>
      {plan.isDefault ? "This is the plan that Porchlight comes with." : "This is your family's own plan."}
    </Quiet>
    <PlanConcerns steps={plan.steps} asked={asked} />
  </>
);
