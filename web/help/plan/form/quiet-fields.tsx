import { Switch } from "#web/ui/form/switch.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { Columns } from "#web/ui/layout/columns.tsx";
import { Stack } from "#web/ui/layout/stack.tsx";
import { quietWords } from "../plan-words.ts";
import type { PlanForm } from "./use-plan-form.ts";

/** From when until when nobody is written to for what can wait. */
export function QuietFields({ of: form }: { of: PlanForm }) {
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
      {isSaid && <p>{quietWords(isQuiet ? quietHours : null)}</p>}
    </Stack>
  );
}
