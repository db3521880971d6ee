import { Check, Pencil, Trash2 } from "lucide-react";
import { Button } from "#web/ui/action/button.tsx";
import { Actions, Row } from "#web/ui/layout/row.tsx";
import { Stack } from "#web/ui/layout/stack.tsx";
import { Hidden } from "#web/ui/text.tsx";
import type { Asked } from "../people-asked.ts";
import { PlanSentence } from "../plan-sentence.tsx";
import { sentenceOf } from "../plan-words.ts";
import { StepFields } from "./step-fields.tsx";
import { stepOf, type TypedStep } from "./typed-plan.ts";
import type { PlanForm } from "./use-plan-form.ts";

interface StepLineProps {
  of: PlanForm;
  step: TypedStep;
  place: number;
  asked: Asked;
  isOpen: boolean;
  /** The focus comes back to its button. */
  isJustClosed: boolean;
  onOpen: () => void;
  onClose: () => void;
  onDelete: () => void;
}

const takeFocus = (button: HTMLButtonElement | null) => button?.focus();

/** A line as a sentence that follows what is chosen; open, with all that can be chosen. */
export function StepLine({ of: form, step, place, asked, isOpen, ...rest }: StepLineProps) {
  const sentence = sentenceOf(stepOf(step), asked);
  const isShown = isOpen || form.wrong.some(({ name }) => name.startsWith(`steps.${place}.`));
  return (
    <li>
      <Stack gap={24}>
        <Row>
          <div role={isShown ? "status" : undefined}>
            <PlanSentence step={stepOf(step)} asked={asked} />
          </div>
          <Actions>
            {!isShown && (
              <Button icon={Pencil} ref={rest.isJustClosed ? takeFocus : null} onClick={rest.onOpen}>
                Change<Hidden> {sentence}</Hidden>
              </Button>
            )}
            <Button variant="danger" icon={Trash2} onClick={rest.onDelete}>
              Delete<Hidden> {sentence}</Hidden>
            </Button>
          </Actions>
        </Row>
        {isShown && (
          <>
            <StepFields of={form} place={place} asked={asked} />
            <Button icon={Check} isStart onClick={rest.onClose}>
              Close this step
            </Button>
          </>
        )}
      </Stack>
    </li>
  );
}
