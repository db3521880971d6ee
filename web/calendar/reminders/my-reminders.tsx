import { useQuery } from "@tanstack/react-query";
import { Loaded } from "#web/ui/state/loaded.tsx";
import { Skeleton } from "#web/ui/state/loading.tsx";
import { Note } from "#web/ui/surface/note.tsx";
import { remindersQuery } from "./queries.ts";
import { ReminderForm } from "./reminder-form.tsx";
import { howToOpen } from "./reminder-words.ts";

const Unreachable = () => (
  <Note kind="warn" title="We cannot reach you yet">
    <p>{howToOpen.sms}</p>
    <p>{howToOpen.push}</p>
  </Note>
);

/** What one has chosen about being told before an event, and the way to change it. */
export function MyReminders() {
  const reminders = useQuery(remindersQuery);
  return (
    <Loaded of={reminders} name="your reminders" skeleton={<Skeleton shape="row" />}>
      {(reminders) =>
        reminders.channels.length > 0 ? (
          // A way that opens or closes makes it another form.
          <ReminderForm key={reminders.channels.join()} reminders={reminders} />
        ) : (
          <Unreachable />
        )
      }
    </Loaded>
  );
}
