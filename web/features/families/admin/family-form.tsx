import { useDeferredValue, useMemo, useState } from "react";
import { countries } from "#contract/countries.ts";
import type { Sent } from "#contract/endpoint.ts";
import { type changeFamily, type Family, FamilySettings } from "#contract/families.ts";
import { Button } from "#web/ui/action/button.tsx";
import { SelectField, TextField } from "#web/ui/form/field.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { useSchemaForm } from "#web/ui/form/schema-form.ts";
import { Section } from "#web/ui/layout/layout.tsx";
import { type ActionResult, StatusMessage } from "#web/ui/state/status-message.tsx";
import { useChangeFamily } from "../queries.ts";
import { byLabel, zoneGroups } from "./time-zones.ts";

type Typed = Sent<typeof changeFamily>["body"];

const regionNames = new Intl.DisplayNames("en-US", { type: "region" });
const nameOf = (country: string): string => regionNames.of(country) ?? country;

/** The countries to choose from, always including the family's own. */
const choicesFor = (own: string) =>
  [...new Set([own, ...countries])].map((value) => ({ value, label: nameOf(value) })).sort(byLabel);

/** Only changed values are sent. */
function newIn(typed: Typed, { name, country, timeZone }: Family): Typed {
  return {
    ...(typed.name !== name && { name: typed.name }),
    ...(typed.country !== country && { country: typed.country }),
    ...(typed.timeZone !== timeZone && { timeZone: typed.timeZone }),
  };
}

function useSave(family: Family) {
  const { mutateAsync: change } = useChangeFamily();
  const [result, setResult] = useState<ActionResult>();
  const save = async (typed: Typed) => {
    setResult(undefined);
    const { emergencyNumber } = await change(newIn(typed, family));
    setResult({ isGood: true, words: `Saved. In an emergency your family calls ${emergencyNumber}.` });
  };
  return { save, result };
}

/** The family's name, country and time zone. */
export function FamilyForm({ family }: { family: Family }) {
  const { save, result } = useSave(family);
  const form = useSchemaForm<Typed, Typed>({
    schema: FamilySettings,
    defaults: {
      name: family.name,
      country: countries.find((one) => one === family.country),
      timeZone: family.timeZone,
    },
    draft: "family",
    onSubmit: save,
    failed: { title: "Your family was not saved", otherwise: "Please try again." },
  });
  const country = form.form.watch("country") ?? family.country;
  const choices = useMemo(() => choicesFor(family.country), [family.country]);
  // The hundreds of zones of other countries come a moment after the form, because they would hold up a slow phone.
  const hasAllZones = useDeferredValue(true, false);
  const groups = useMemo(
    () => zoneGroups(country, nameOf(country), family.timeZone, hasAllZones ? undefined : []),
    [country, family.timeZone, hasAllZones],
  );
  return (
    <Section title="My family">
      <Form of={form}>
        <TextField {...form.field("name")} label="Family name" autoComplete="off" />
        <SelectField
          {...form.field("country")}
          label="Country"
          hint="It decides which number we offer in an emergency."
        >
          {choices.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
        {/* The key makes the form fill in the zone again, because another country's options replace the chosen one. */}
        <SelectField
          key={country}
          {...form.field("timeZone")}
          label="Time zone"
          hint="Your family's day begins at midnight there."
        >
          {groups.map(({ label, zones }) => (
            <optgroup key={label} label={label}>
              {zones.map((zone) => (
                <option key={zone.value} value={zone.value}>
                  {zone.label}
                </option>
              ))}
            </optgroup>
          ))}
        </SelectField>
        <Button type="submit" variant="primary" isStart isBusy={form.isBusy} busyLabel="Saving...">
          Save
        </Button>
      </Form>
      <StatusMessage of={result} />
    </Section>
  );
}
