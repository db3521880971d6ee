import { Plus } from "lucide-react";
import { type RefObject, useState } from "react";
import { Button } from "#web/ui/action/button.tsx";
import { ErrorText } from "#web/ui/form/field.tsx";
import { Rows } from "#web/ui/layout/rows.tsx";
import { Stack } from "#web/ui/layout/stack.tsx";
import type { Asked } from "../people-asked.ts";
import { PlanConcerns } from "../plan-concerns.tsx";
import { sentenceOf } from "../plan-words.ts";
import { StepLine } from "./step-line.tsx";
import { stepOf } from "./typed-plan.ts";
import type { Lines } from "./use-lines.ts";
import type { PlanForm } from "./use-plan-form.ts";

interface StepListProps {
  of: PlanForm;
  lines: Lines;
  asked: Asked;
  /** Gets the focus when the list as a whole is wrong. */
  addButton: RefObject<HTMLButtonElement | null>;
}

/** The lines in the order of their times, and one more. */
export function StepList({ of: form, lines, asked, addButton }: StepListProps) {
  const [said, setSaid] = useState("");
  const { steps, openLine, closedLine } = lines;
  const error = form.wrong.find(({ name }) => name === "steps")?.message;
  const drop = (place: number) => {
    const step = steps[place];
    if (step) setSaid(`“${sentenceOf(stepOf(step), asked)}” is deleted.`);
    lines.remove(place);
    // The button that had the focus is gone.
    addButton.current?.focus();
  };
  return (
    <Stack gap={24}>
      <Rows as="ol">
        {steps.map((step, place) => (
          <StepLine
            key={step.line}
            of={form}
            step={step}
            place={place}
            asked={asked}
            isOpen={step.line === openLine}
            isJustClosed={step.line === closedLine}
            onOpen={() => lines.open(step.line)}
            onClose={() => lines.close(place)}
            onDelete={() => drop(place)}
          />
        ))}
      </Rows>
      <Button icon={Plus} isStart ref={addButton} id={form.idOf("steps")} onClick={lines.add}>
        Add a step
      </Button>
      {error && <ErrorText id={`${form.idOf("steps")}-error`}>{error}</ErrorText>}
      <div>
        <p role="status">{said}</p>
        <PlanConcerns steps={steps.map(stepOf)} asked={asked} />
      </div>
    </Stack>
  );
}
