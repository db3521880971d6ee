import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { eventCategories } from "#contract/calendar/event-categories.ts";
import {
  ChosenReminders,
  type changeReminders,
  type LeadTime,
  leadTimes,
  type Reminders,
} from "#contract/calendar/reminders.ts";
import { shownChannels } from "#contract/channels.ts";
import type { Sent } from "#contract/endpoint.ts";
import { channelWords } from "#web/features/messages/channel-words.ts";
import { call } from "#web/platform/api/call.ts";
import { useMutation } from "#web/platform/api/mutation.ts";
import { Button } from "#web/ui/action/button.tsx";
import { ChoiceField } from "#web/ui/form/choice-field.tsx";
import { SelectField } from "#web/ui/form/field.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { useSchemaForm } from "#web/ui/form/schema-form.ts";
import { Switch } from "#web/ui/form/switch.tsx";
import { Loaded } from "#web/ui/state/loaded.tsx";
import { Skeleton } from "#web/ui/state/loading.tsx";
import { type ActionResult, StatusMessage } from "#web/ui/state/status-message.tsx";
import { Note } from "#web/ui/surface/note.tsx";
import { Quiet } from "#web/ui/text.tsx";
import { categoryWords } from "../event-words.ts";

const remindersQuery = queryOptions({
  queryKey: ["reminders"],
  queryFn: ({ signal }) => call("GET /api/reminders", undefined, signal),
  // Contact methods change without a live event, so this is read again each time it is shown.
  refetchOnMount: "always",
});

const useChangeReminders = () => {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: Sent<typeof changeReminders>["body"]) => call("PUT /api/reminders", { body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: remindersQuery.queryKey }),
  });
};

const leadTimeWords: Record<LeadTime, string> = {
  "10-minutes": "10 minutes before an event",
  "1-hour": "1 hour before an event",
  "evening-before": "The evening before, at 6 PM",
};

/** Says what to do about each channel that cannot reach this person. */
function ClosedChannels({ open }: { open: Reminders["channels"] }) {
  const closed = shownChannels(open).filter((channel) => !open.includes(channel));
  return closed.map((channel) => <Quiet key={channel}>{channelWords[channel].howToOpen}</Quiet>);
}

const categoryChoices = eventCategories.map((value) => ({ value, label: categoryWords[value] }));

function useReminderForm({ channels: open, ...chosen }: Reminders) {
  const { mutateAsync: change } = useChangeReminders();
  const [result, setResult] = useState<ActionResult>();
  const channel = open.includes(chosen.channel) ? chosen.channel : (open[0] ?? chosen.channel);
  const form = useSchemaForm<ChosenReminders, ChosenReminders>({
    schema: ChosenReminders,
    defaults: { ...chosen, channel },
    onSubmit: async (typed) => {
      setResult(undefined);
      await change(typed);
      const words = typed.isOn ? "Your reminders are saved." : "You won't get reminders.";
      setResult({ isGood: true, words });
    },
    failed: { title: "Your reminders were not saved", otherwise: "Please try again." },
  });
  return { form, result };
}

interface DetailsProps {
  form: ReturnType<typeof useReminderForm>["form"];
  open: Reminders["channels"];
}

const Details = ({ form, open }: DetailsProps) => (
  <>
    <SelectField {...form.field("leadTime")} label="Tell me">
      {leadTimes.map((leadTime) => (
        <option key={leadTime} value={leadTime}>
          {leadTimeWords[leadTime]}
        </option>
      ))}
    </SelectField>
    <SelectField {...form.field("channel")} label="By">
      {open.map((channel) => (
        <option key={channel} value={channel}>
          {channelWords[channel].toMe}
        </option>
      ))}
    </SelectField>
    <ClosedChannels open={open} />
    <ChoiceField {...form.field("categories")} label="Before" choices={categoryChoices} isMany />
  </>
);

/** Chooses when to be reminded, over which channel, and of which events. */
function ReminderForm({ reminders }: { reminders: Reminders }) {
  const { form, result } = useReminderForm(reminders);
  const { isOn, channel, channels: open } = reminders;
  return (
    <>
      {isOn && !open.includes(channel) && (
        <Note kind="danger" title="Your reminders can't reach you right now">
          <p>{channelWords[channel].howToOpen} Or choose another way.</p>
        </Note>
      )}
      <Form of={form}>
        <Switch {...form.form.register("isOn")} label="Remind me before an event" />
        {form.form.watch("isOn") && <Details form={form} open={open} />}
        <Button type="submit" isStart isBusy={form.isBusy} busyLabel="Saving...">
          Save my reminders
        </Button>
      </Form>
      <StatusMessage of={result} />
    </>
  );
}

const Unreachable = () => (
  <Note kind="warn" title="We cannot reach you yet">
    <ClosedChannels open={[]} />
  </Note>
);

/** The person's reminders, in "Me". */
export function MyReminders() {
  const reminders = useQuery(remindersQuery);
  return (
    <Loaded of={reminders} name="your reminders" skeleton={<Skeleton shape="row" />}>
      {(reminders) =>
        reminders.channels.length > 0 ? (
          // The form starts again when the available channels change.
          <ReminderForm key={reminders.channels.join()} reminders={reminders} />
        ) : (
          <Unreachable />
        )
      }
    </Loaded>
  );
}
