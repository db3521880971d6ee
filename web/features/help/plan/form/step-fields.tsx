import { useEffect, useState } from "react";
import { channels } from "#contract/channels.ts";
import { channelWords } from "#web/features/messages/channel-words.ts";
import { ChoiceField } from "#web/ui/form/choice-field.tsx";
import { SelectField } from "#web/ui/form/field.tsx";
import { Switch } from "#web/ui/form/switch.tsx";
import { Columns } from "#web/ui/layout/layout.tsx";
import type { Asked } from "../people-asked.ts";
import { everyWords, timesWords, whenWords } from "../plan-words.ts";
import { pauses, repetitions, timesAfter, withChosen } from "./typed-plan.ts";
import type { PlanFormState } from "./use-plan-form.ts";

interface StepFieldsProps {
  of: PlanFormState;
  place: number;
  asked: Asked;
}

const channelChoices = channels.map((value) => ({ value, label: channelWords[value].toHelpers }));

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
export function StepFields({ of: form, place, asked }: StepFieldsProps) {
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
      <ChoiceField {...form.field(`steps.${place}.channels`)} label="How?" choices={channelChoices} isMany />
      <Switch {...form.form.register(`steps.${place}.unlessSeen`)} label="Not if someone has seen it" />
      <AgainFields of={form} place={place} />
    </>
  );
}
