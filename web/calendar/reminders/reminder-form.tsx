import { useState } from "react";
import { eventCategories } from "#contract/calendar/calendar.ts";
import { ChosenReminders, leadTimes, type Reminders } from "#contract/calendar/reminders.ts";
import { channels } from "#contract/messages.ts";
import { type ActionResult, Outcome } from "#web/accounts/outcome.tsx";
import { refusalOf } from "#web/api/refusal.ts";
import { Button } from "#web/ui/action/button.tsx";
import { ChoiceField } from "#web/ui/form/choice-field.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { useSchemaForm } from "#web/ui/form/schema-form.ts";
import { Switch } from "#web/ui/form/switch.tsx";
import { SelectField } from "#web/ui/form/text-field.tsx";
import { Note } from "#web/ui/surface/note.tsx";
import { Quiet } from "#web/ui/text.tsx";
import { categoryWords } from "../manual-events/category-words.ts";
import { useChangeReminders } from "./queries.ts";
import { channelWords, howToOpen, leadTimeWords } from "./reminder-words.ts";

const failed = { title: "Your reminders were not saved", otherwise: "Please try again." };

/** What still has to be done for the ways that do not lead to this person. */
function ClosedChannels({ open }: { open: Reminders["channels"] }) {
  const closed = channels.filter((channel) => !open.includes(channel));
  return closed.map((channel) => <Quiet key={channel}>{howToOpen[channel]}</Quiet>);
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
      await change(typed).catch((error: unknown): never => {
        throw refusalOf(error, failed);
      });
      const words = typed.isOn ? "Your reminders are saved." : "You won't get reminders.";
      setResult({ isGood: true, words });
    },
  });
  return { form, result };
}

/** When, by which way, and before which events. */
export function ReminderForm({ reminders }: { reminders: Reminders }) {
  const { form, result } = useReminderForm(reminders);
  const { isOn, channel, channels: open } = reminders;
  return (
    <>
      {isOn && !open.includes(channel) && (
        <Note kind="danger" title="Your reminders can't reach you right now">
          <p>{howToOpen[channel]} Or choose another way.</p>
        </Note>
      )}
      <Form of={form}>
        <Switch {...form.form.register("isOn")} label="Remind me before an event" />
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
              {channelWords[channel]}
            </option>
          ))}
        </SelectField>
        <ClosedChannels open={open} />
        <ChoiceField {...form.field("categories")} label="Before" choices={categoryChoices} isMany />
        <Button type="submit" isStart isBusy={form.isBusy} busyLabel="Saving...">
          Save my reminders
        </Button>
      </Form>
      <Outcome of={result} />
    </>
  );
}
