import { useRef } from "react";
import type { EscalationPlan, Helpers } from "#contract/help/plan.ts";
import { Button } from "#web/ui/action/button.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { Actions } from "#web/ui/layout/row.tsx";
import { Stack } from "#web/ui/layout/stack.tsx";
import { Note } from "#web/ui/surface/note.tsx";
import { peopleAsked } from "../people-asked.ts";
import { textsWords } from "../plan-texts.ts";
import { FirstContactField } from "./first-contact-field.tsx";
import { QuietFields } from "./quiet-fields.tsx";
import { StepList } from "./step-list.tsx";
import { firstContactIn, stepOf } from "./typed-plan.ts";
import { useLines } from "./use-lines.ts";
import { usePlanForm } from "./use-plan-form.ts";

interface PlanFormProps {
  /** As it was when the form was opened. */
  begun: EscalationPlan;
  latest: EscalationPlan;
  helpers: Helpers;
  familyName: string;
  onTakeLatest: () => void;
  /** With what is to be said where something came of it. */
  onClose: (words?: string) => void;
}

const isSame = (one: EscalationPlan, other: EscalationPlan) => JSON.stringify(one) === JSON.stringify(other);

/** Somebody else has saved a plan while this one is being made. */
const Outdated = ({ onTakeLatest }: Pick<PlanFormProps, "onTakeLatest">) => (
  <Note title="Someone just changed the plan." isAlert>
    <Stack gap={12}>
      <p>If you save yours, it replaces theirs.</p>
      <Button isStart onClick={onTakeLatest}>
        Show theirs instead
      </Button>
    </Stack>
  </Note>
);

/** The whole plan, saved at once. */
export function PlanForm({ begun, latest, helpers, familyName, onTakeLatest, onClose }: PlanFormProps) {
  const form = usePlanForm(begun, onClose);
  const lines = useLines(form);
  const addButton = useRef<HTMLButtonElement>(null);
  const asked = peopleAsked(helpers, familyName, firstContactIn(form.form.watch()));
  const focus = (name: string) => (name === "steps" ? addButton.current?.focus() : form.focus(name));
  const submit = async () => {
    lines.settle();
    await form.submit();
  };
  return (
    <Form of={{ ...form, focus, submit }}>
      {!form.isBusy && !isSame(latest, begun) && <Outdated onTakeLatest={onTakeLatest} />}
      <FirstContactField of={form} helpers={asked.helpers} />
      <StepList of={form} lines={lines} asked={asked} addButton={addButton} />
      <p role="status">{textsWords(form.form.watch("steps").map(stepOf), asked)}</p>
      <QuietFields of={form} />
      <p>
        Requests already sent keep their steps. The first contact and the quiet hours apply to them right
        away.
      </p>
      <Actions>
        <Button type="submit" variant="primary" isBusy={form.isBusy} busyLabel="Saving...">
          Save the plan
        </Button>
        <Button onClick={() => form.close()}>Cancel</Button>
      </Actions>
    </Form>
  );
}
