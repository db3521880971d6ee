import { useState } from "react";
import type { Helper } from "#contract/help/plan.ts";
import { SelectField } from "#web/ui/form/text-field.tsx";
import type { PlanForm } from "./use-plan-form.ts";

interface FirstContactFieldProps {
  of: PlanForm;
  helpers: Helper[];
}

/** Who helps, and whoever helped when the form was opened: that one has left is for the reader to see. */
function useChoices(helpers: Helper[]) {
  const [before] = useState(helpers);
  const isHere = ({ id }: Helper) => helpers.some((helper) => helper.id === id);
  const gone = before.filter((helper) => !isHere(helper));
  return [
    ...helpers.map(({ id, name }) => ({ id, words: name })),
    ...gone.map(({ id, name }) => ({ id, words: `${name}, who has left` })),
  ];
}

export function FirstContactField({ of: form, helpers }: FirstContactFieldProps) {
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
