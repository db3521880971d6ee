import { Check, Pencil, Plus, Trash2 } from "lucide-react";
import { type RefObject, useEffect, useState } from "react";
import { shownChannels } from "#contract/channels.ts";
import type { Channel } from "#contract/messages.ts";
import { channelWords } from "#web/features/messages/channel-words.ts";
import { takeFocus } from "#web/ui/action/after-tap.ts";
import { Button } from "#web/ui/action/button.tsx";
import { ChoiceField } from "#web/ui/form/choice-field.tsx";
import { ErrorText, SelectField } from "#web/ui/form/field.tsx";
import { Switch } from "#web/ui/form/switch.tsx";
import { Actions, Columns, Row, Rows, Stack } from "#web/ui/layout/layout.tsx";
import { Hidden } from "#web/ui/text.tsx";
import { PlanConcerns, PlanSentence } from "../plan-summary.tsx";
import { type Asked, everyWords, sentenceOf, timesWords, whenWords } from "../plan-words.ts";
import { pauses, repetitions, stepOf, type TypedStep, timesAfter, withChosen } from "./typed-plan.ts";
import type { Lines, PlanFormState } from "./use-plan-form.ts";

interface StepFieldsProps {
  of: PlanFormState;
  place: number;
  asked: Asked;
}

const channelChoices = (open: readonly Channel[]) =>
  shownChannels(open).map((value) => ({ value, label: channelWords[value].toHelpers }));

function AgainFields({ of: form, place }: Omit<StepFieldsProps, "asked">) {
  const { everySeconds, times } = form.form.watch(`steps.${place}.again`);
  return (
    <Columns kind="pair">
      <SelectField {...form.field(`steps.${place}.again.everySeconds`)} label="Repeat it?">
        <option value="">No</option>
        {withChosen(pauses, everySeconds).map((seconds) => (
          <option key={seconds} value={seconds}>
            Yes, {everyWords(seconds)}
          </option>
        ))}
      </SelectField>
      {everySeconds && (
        <SelectField {...form.field(`steps.${place}.again.times`)} label="How many times?">
          {withChosen(repetitions, times).map((count) => (
            <option key={count} value={count}>
              {timesWords(count)}
            </option>
          ))}
        </SelectField>
      )}
    </Columns>
  );
}

/** The fields of one step. */
function StepFields({ of: form, place, asked }: StepFieldsProps) {
  const { setFocus, watch } = form.form;
  const after = watch(`steps.${place}.after`);
  // The focus is set once, where the step is opened.
  const [opened] = useState(place);
  useEffect(() => setFocus(`steps.${opened}.after`), [setFocus, opened]);
  return (
    <>
      <Columns kind="pair">
        <SelectField {...form.field(`steps.${place}.after`)} label="When?">
          {withChosen(timesAfter, after).map((seconds) => (
            <option key={seconds} value={seconds}>
              {whenWords(seconds)}
            </option>
          ))}
        </SelectField>
        <SelectField {...form.field(`steps.${place}.target`)} label="Who?">
          <option value="everyone">Everyone</option>
          <option value="first-contact">{asked.first?.name}, the first contact</option>
        </SelectField>
      </Columns>
      <ChoiceField
        {...form.field(`steps.${place}.channels`)}
        label="How?"
        choices={channelChoices(asked.openChannels)}
        isMany
      />
      <Switch {...form.form.register(`steps.${place}.unlessSeen`)} label="Not if someone has seen it" />
      <AgainFields of={form} place={place} />
    </>
  );
}

interface StepLineProps {
  of: PlanFormState;
  step: TypedStep;
  place: number;
  asked: Asked;
  isOpen: boolean;
  /** Whether its fields were just closed, so that its button takes the focus. */
  isJustClosed: boolean;
  onOpen: () => void;
  onClose: () => void;
  onDelete: () => void;
}

/** A step as a sentence, and its fields while it is open. */
function StepLine({ of: form, step, place, asked, isOpen, ...rest }: StepLineProps) {
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
                Edit<Hidden> {sentence}</Hidden>
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

interface StepListProps {
  of: PlanFormState;
  lines: Lines;
  asked: Asked;
  /** Takes the focus when there is an error about the list as a whole. */
  addButton: RefObject<HTMLButtonElement | null>;
}

/** The steps in the order of their times, and a button to add one. */
export function StepList({ of: form, lines, asked, addButton }: StepListProps) {
  const [said, setSaid] = useState("");
  const { steps, openLine, closedLine } = lines;
  const error = form.wrong.find(({ name }) => name === "steps")?.message;
  const drop = (place: number) => {
    const step = steps[place];
    if (step) setSaid(`“${sentenceOf(stepOf(step), asked)}” is deleted.`);
    lines.remove(place);
    // The button that had the focus is gone, so the focus moves here.
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
