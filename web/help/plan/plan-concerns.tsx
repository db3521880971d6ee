import type { EscalationStep } from "#contract/help/plan.ts";
import { Stack } from "#web/ui/layout/stack.tsx";
import { Note } from "#web/ui/surface/note.tsx";
import { concernsOf } from "./concerns.ts";
import type { Asked } from "./people-asked.ts";

interface PlanConcernsProps {
  steps: readonly EscalationStep[];
  asked: Asked;
}

/** What one should know of these lines, spoken when it changes. */
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
