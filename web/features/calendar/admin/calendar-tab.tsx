import { useQuery } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import { useEffect, useState } from "react";
import {
  type CalendarSettings,
  type changeCalendarSettings,
  NewCalendarSettings,
} from "#contract/calendar/settings.ts";
import type { CalendarFreshness, EventCounts as Counts } from "#contract/calendar/subscriptions.ts";
import type { Sent } from "#contract/endpoint.ts";
import { useSignedInUser } from "#web/features/accounts/queries.ts";
import { Button } from "#web/ui/action/button.tsx";
import { SelectField, TextField } from "#web/ui/form/field.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { useSchemaForm } from "#web/ui/form/schema-form.ts";
import { Switch } from "#web/ui/form/switch.tsx";
import { Columns, Section, Stack } from "#web/ui/layout/layout.tsx";
import { AccessDenied } from "#web/ui/state/access-denied.tsx";
import { ErrorMessage } from "#web/ui/state/error-message.tsx";
import { Loaded } from "#web/ui/state/loaded.tsx";
import { SkeletonRows } from "#web/ui/state/loading.tsx";
import { type ActionResult, StatusMessage } from "#web/ui/state/status-message.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { toastError } from "#web/ui/toast/toast-error.ts";
import { CalendarConnection } from "../google/calendar-connection.tsx";
import { calendarSettingsQuery, useChangeCalendarSettings, useReadCalendarAgain } from "../queries.ts";
import { CategoryOptions, EventCounts, LastRead } from "../subscribed-calendar.tsx";

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
  const { mutateAsync: change } = useChangeCalendarSettings();
  const [result, setResult] = useState<ActionResult>();
  const form = useSchemaForm<Typed, Typed>({
    schema: NewCalendarSettings,
    defaults: typedOf(settings),
    draft: "calendar-settings",
    onSubmit: async (typed) => {
      setResult(undefined);
      const changed = await change(typed);
      form.form.reset(typedOf(changed));
      setResult(reportSaved(changed));
    },
    failed: { title: "Error saving settings", otherwise: "An unexpected error occurred" },
  });
  const { reset } = form.form;
  // When somebody else saves, the fields that are not being edited here are updated.
  useEffect(() => reset(typedOf(settings), { keepDirtyValues: true, keepErrors: true }), [settings, reset]);
  return { form, result };
}

function SettingsForm({ settings }: { settings: CalendarSettings }) {
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

const notRead = { title: "The calendar could not be read", otherwise: "Please try again." };

interface SubscribedCalendarProps {
  feed: CalendarFreshness;
  events: Counts | null;
}

/** Shows when the family's calendar address was read last, and what was found there. */
function SubscribedCalendar({ feed, events }: SubscribedCalendarProps) {
  const { mutate: read, isPending, error } = useReadCalendarAgain();
  const press = () => read(undefined, { onError: (error) => toastError(error, notRead) });
  return (
    <Section title="The calendar at this address">
      <LastRead of={feed} />
      <EventCounts of={events} />
      <Button isStart icon={RefreshCw} isBusy={isPending} busyLabel="Reading..." onClick={press}>
        Read it again now
      </Button>
      <ErrorMessage {...notRead} error={error} isAlert />
    </Section>
  );
}

const skeleton = <SkeletonRows count={3} />;

/** The tab for the calendars that the family's day comes from, and the kinds of events that it shows. */
export function CalendarTab() {
  const user = useSignedInUser();
  const settings = useQuery(calendarSettingsQuery);
  if (user && user.role !== "admin")
    return (
      <AccessDenied title="Calendar settings">
        The people who look after your family's page can change its calendar.
      </AccessDenied>
    );
  return (
    <Loaded of={settings} name="calendar settings" skeleton={skeleton}>
      {(settings) => (
        <Columns>
          <Stack gap={48}>
            <SettingsForm settings={settings} />
            {settings.feed && <SubscribedCalendar feed={settings.feed} events={settings.feedEvents} />}
          </Stack>
          <CalendarConnection isConnected={settings.isConnected} />
        </Columns>
      )}
    </Loaded>
  );
}
