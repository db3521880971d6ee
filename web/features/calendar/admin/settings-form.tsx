import { useEffect, useState } from "react";
import {
  type CalendarSettings,
  type changeCalendarSettings,
  NewCalendarSettings,
} from "#contract/calendar/settings.ts";
import type { Sent } from "#contract/endpoint.ts";
import { Button } from "#web/ui/action/button.tsx";
import { SelectField, TextField } from "#web/ui/form/field.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { useSchemaForm } from "#web/ui/form/schema-form.ts";
import { Switch } from "#web/ui/form/switch.tsx";
import { Section, Stack } from "#web/ui/layout/layout.tsx";
import { type ActionResult, StatusMessage } from "#web/ui/state/status-message.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { CategoryOptions } from "../category-options.tsx";
import { useChangeSettings } from "./settings-queries.ts";

type Typed = Sent<typeof changeCalendarSettings>["body"];

const saved = "Settings saved";

const typedOf = ({ isConnected: _, feed: __, feedEvents: ___, ...typed }: CalendarSettings): Typed => typed;

/** An address without events is saved, but it is most likely the wrong address. */
function reportSaved({ feedEvents }: CalendarSettings): ActionResult {
  const isEmpty = feedEvents?.found === 0;
  const words = isEmpty ? "0 events found at this address. Please check it." : saved;
  toast(isEmpty ? { title: "0 events found", description: "Your settings are saved." } : { title: saved });
  return { isGood: !isEmpty, words };
}

function useSettingsForm(settings: CalendarSettings) {
  const { mutateAsync: change } = useChangeSettings();
  const [result, setResult] = useState<ActionResult>();
  const form = useSchemaForm<Typed, Typed>({
    schema: NewCalendarSettings,
    defaults: typedOf(settings),
    draft: "calendar-settings",
    onSubmit: async (typed) => {
      setResult(undefined);
      const kept = await change(typed);
      form.form.reset(typedOf(kept));
      setResult(reportSaved(kept));
    },
    failed: { title: "Error saving settings", otherwise: "An unexpected error occurred" },
  });
  const { reset } = form.form;
  // When somebody else saves, the fields that are not being edited here are updated.
  useEffect(() => reset(typedOf(settings), { keepDirtyValues: true, keepErrors: true }), [settings, reset]);
  return { form, result };
}

export function SettingsForm({ settings }: { settings: CalendarSettings }) {
  const { form, result } = useSettingsForm(settings);
  const { register } = form.form;
  return (
    <Section title="Calendar settings">
      <Form of={form}>
        <Stack gap={8}>
          <Switch {...register("showKidsEvents")} label="Show kids' events" />
          <Switch {...register("showFamilyEvents")} label="Show family events" />
          <Switch {...register("showAppointments")} label="Show appointments" />
        </Stack>
        <TextField
          {...form.field("calendarUrl")}
          label="Calendar URL (optional)"
          hint="For a manual embed. Paste the web address of your calendar, or its ICS address."
          type="url"
          inputMode="url"
          autoComplete="off"
        />
        <SelectField {...form.field("feedCategory")} label="What's in this calendar">
          <CategoryOptions />
        </SelectField>
        <Button type="submit" variant="primary" isBusy={form.isBusy} busyLabel="Saving...">
          Save settings
        </Button>
      </Form>
      <StatusMessage of={result} />
    </Section>
  );
}
