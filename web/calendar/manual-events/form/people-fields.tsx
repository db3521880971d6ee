import { callName } from "#web/families/contacts.ts";
import { useFamily } from "#web/families/queries.ts";
import { ChoiceField } from "#web/ui/form/choice-field.tsx";
import type { EventForm } from "./use-event-form.ts";

/** Asks which members are driving and which are coming. */
export function PeopleFields({ of: { form } }: { of: EventForm }) {
  const family = useFamily();
  const choices = (family?.members ?? []).map(({ id, name }) => ({
    value: String(id),
    label: <span>{callName(name, family?.name ?? "")}</span>,
  }));
  return (
    <>
      <ChoiceField {...form.register("driving")} label="Who is driving?" choices={choices} isInRow isMany />
      <ChoiceField {...form.register("coming")} label="Who is coming?" choices={choices} isInRow isMany />
    </>
  );
}
