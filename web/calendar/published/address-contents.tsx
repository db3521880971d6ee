import { useState } from "react";
import { type EventCategory, eventCategories } from "#contract/calendar/calendar.ts";
import type { CalendarAddress } from "#contract/calendar/published.ts";
import { ChoiceField } from "#web/ui/form/choice-field.tsx";
import { refusalOf } from "#web/ui/toast/refusal.ts";
import { useChooseCategories } from "./queries.ts";

const words: Record<EventCategory, string> = {
  kids: "Kids' events",
  family: "Family events",
  appointment: "Appointments",
};
const choices = eventCategories.map((value) => ({ value, label: words[value] }));

const failed = { title: "Your choice was not saved", otherwise: "Please try again." };

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
      setError(refusalOf(reason, failed).message),
    );
    setPressed((latest) => (latest === next ? undefined : latest));
  };
  return (
    <ChoiceField
      label="What is in it"
      isMany
      choices={choices}
      chosen={chosen}
      error={error}
      onChange={({ target }) => void press(target.value)}
    />
  );
}
