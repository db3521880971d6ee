import type { CalendarAddress } from "#contract/calendar/published.ts";
import { messageOf } from "#web/api/call.ts";
import { SavedSwitch } from "#web/ui/form/switch.tsx";
import { Stack } from "#web/ui/layout/layout.tsx";
import { Note } from "#web/ui/surface/note.tsx";
import { Quiet } from "#web/ui/text.tsx";
import { refusalOf } from "#web/ui/toast/refusal.ts";
import { useChooseCategories } from "./queries.ts";

const failed = { title: "Your choice was not saved", otherwise: "Please try again." };

/** Asks people who connected their Google calendar whether the address includes its events. */
export function OwnEvents({ address: { categories, hasOwnEvents } }: { address: CalendarAddress }) {
  const { mutateAsync: choose, error } = useChooseCategories();
  if (hasOwnEvents === null) return null;
  const save = (isOn: boolean) =>
    choose({ categories, hasOwnEvents: isOn }).catch((reason: unknown) => void refusalOf(reason, failed));
  return (
    <Stack gap={12}>
      <SavedSwitch label="My own Google events too" isOn={hasOwnEvents} save={save} />
      <Quiet>Leave this off if your app shows your Google Calendar. You would see them twice.</Quiet>
      {error && <Note kind="danger" isAlert title={messageOf(error, failed.otherwise)} />}
    </Stack>
  );
}
