import { useState } from "react";
import type { EventCategory } from "#contract/calendar/calendar.ts";
import { eventCategories } from "#contract/calendar/event-categories.ts";
import type { CalendarAddress } from "#contract/calendar/published.ts";
import { ChoiceField } from "#web/ui/form/choice-field.tsx";
import { SavedSwitch } from "#web/ui/form/switch.tsx";
import { Stack } from "#web/ui/layout/layout.tsx";
import { ErrorMessage } from "#web/ui/state/error-message.tsx";
import { Quiet } from "#web/ui/text.tsx";
import { toastError } from "#web/ui/toast/toast-error.ts";
import { categoryPlurals } from "../category-options.tsx";
import { useChooseCategories } from "./queries.ts";

const failed = { title: "Your choice was not saved", otherwise: "Please try again." };

/** Asks people who connected their Google calendar whether the address includes its events. */
export function OwnEvents({ address: { categories, hasOwnEvents } }: { address: CalendarAddress }) {
  const { mutateAsync: choose, error } = useChooseCategories();
  if (hasOwnEvents === null) return null;
  const save = (isOn: boolean) =>
    choose({ categories, hasOwnEvents: isOn }).catch((reason: unknown) => void toastError(reason, failed));
  return (
    <Stack gap={12}>
      <SavedSwitch label="My own Google events too" isOn={hasOwnEvents} save={save} />
      <Quiet>Leave this off if your app shows your Google Calendar. You would see them twice.</Quiet>
      <ErrorMessage {...failed} error={error} />
    </Stack>
  );
}

const choices = eventCategories.map((value) => ({ value, label: categoryPlurals[value] }));

/** Chooses the categories in the published calendar. Each press is saved. */
export function AddressCategories({ categories }: Pick<CalendarAddress, "categories">) {
  const { mutateAsync: choose } = useChooseCategories();
  const [pressed, setPressed] = useState<readonly EventCategory[]>();
  const [error, setError] = useState<string>();
  const chosen = pressed ?? categories;
  const press = async (category: string) => {
    const next = eventCategories.filter((one) => (one === category) !== chosen.includes(one));
    if (next.length === 0) return setError("Please keep at least one.");
    setError(undefined);
    setPressed(next);
    await choose({ categories: next }).catch((reason: unknown) =>
      setError(toastError(reason, failed).message),
    );
    setPressed((latest) => (latest === next ? undefined : latest));
  };
  return (
    <ChoiceField
      label="What's in it"
      isMany
      choices={choices}
      chosen={chosen}
      error={error}
      onChange={({ target }) => void press(target.value)}
    />
  );
}
