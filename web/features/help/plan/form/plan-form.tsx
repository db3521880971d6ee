import { useRef, useState } from "react";
import type { EscalationPlan, Helper, Helpers } from "#contract/help/plan.ts";
import { Button } from "#web/ui/action/button.tsx";
import { SelectField, TextField } from "#web/ui/form/field.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { Switch } from "#web/ui/form/switch.tsx";
import { Actions, Columns, Stack } from "#web/ui/layout/layout.tsx";
import { Note } from "#web/ui/surface/note.tsx";
import { Unbroken } from "#web/ui/text.tsx";
import { type Asked, paidWords, peopleAsked, quietWords } from "../plan-words.ts";
import { StepList } from "./step-list.tsx";
import { firstContactIn, stepOf } from "./typed-plan.ts";
import { type PlanFormState, useLines, usePlanForm } from "./use-plan-form.ts";

/** The hours in which steps that can wait send no texts and e-mails. */
function QuietFields({ of: form, asked }: { of: PlanFormState; asked: Asked }) {
  const { isQuiet, quietHours } = form.form.watch();
  const { from, until } = quietHours;
  const isSaid = !isQuiet || (from !== "" && until !== "" && from !== until);
  return (
    <Stack>
      <Switch {...form.form.register("isQuiet")} label="Quiet hours" />
      {isQuiet && (
        <Columns kind="pair">
          <TextField {...form.field("quietHours.from")} label="From" type="time" />
          <TextField {...form.field("quietHours.until")} label="Until" type="time" />
        </Columns>
      )}
      {isSaid && (
        <p>
          <Unbroken>{quietWords(isQuiet ? quietHours : null, asked)}</Unbroken>
        </p>
      )}
    </Stack>
  );
}

interface FirstContactFieldProps {
  of: PlanFormState;
  helpers: Helper[];
}

/** The helpers, and those who left while the form was open, marked as having left. */
function useChoices(helpers: Helper[]) {
  const [before] = useState(helpers);
  const isHere = ({ id }: Helper) => helpers.some((helper) => helper.id === id);
  const gone = before.filter((helper) => !isHere(helper));
  return [
    ...helpers.map(({ id, name }) => ({ id, words: name })),
    ...gone.map(({ id, name }) => ({ id, words: `${name}, who has left` })),
  ];
}

function FirstContactField({ of: form, helpers }: FirstContactFieldProps) {
  const choices = useChoices(helpers);
  return (
    <SelectField
      {...form.field("firstContactId")}
      label="First contact"
      hint="Who we ask first, before everyone else."
    >
      <option value="">Porchlight's choice ({helpers[0]?.name})</option>
      {choices.map(({ id, words }) => (
        <option key={id} value={id}>
          {words}
        </option>
      ))}
    </SelectField>
  );
}

interface PlanFormProps {
  /** The plan as it was when the form was opened. */
  original: EscalationPlan;
  latest: EscalationPlan;
  helpers: Helpers;
  familyName: string;
  onTakeLatest: () => void;
  /** Called with the message to show, if there is one. */
  onClose: (words?: string) => void;
}

const isSame = (one: EscalationPlan, other: EscalationPlan) => JSON.stringify(one) === JSON.stringify(other);

/** Shown when somebody else has saved a plan in the meantime. */
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

/** The form for the whole plan. */
export function PlanForm({ original, latest, helpers, familyName, onTakeLatest, onClose }: PlanFormProps) {
  const form = usePlanForm(original, onClose);
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
      {!form.isBusy && !isSame(latest, original) && <Outdated onTakeLatest={onTakeLatest} />}
      <FirstContactField of={form} helpers={asked.helpers} />
      <StepList of={form} lines={lines} asked={asked} addButton={addButton} />
      <p role="status">
        <Unbroken>{paidWords(form.form.watch("steps").map(stepOf), asked)}</Unbroken>
      </p>
      <QuietFields of={form} asked={asked} />
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
