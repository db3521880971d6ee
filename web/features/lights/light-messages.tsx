import { useQuery } from "@tanstack/react-query";
import { callName } from "#contract/call-name.ts";
import type { LightMessages } from "#contract/lights.ts";
import { useFamily, useHas } from "#web/features/families/queries.ts";
import { SavedSwitch } from "#web/ui/form/switch.tsx";
import { lightMessagesQuery, useChangeLightMessages } from "./queries.ts";

function LightMessageSwitch({ of: { person, areOn } }: { of: LightMessages }) {
  const { mutateAsync: change } = useChangeLightMessages(person.id);
  const name = callName(person.name, useFamily()?.name ?? "");
  return <SavedSwitch label={`Tell me when ${name}'s light stays dark`} isOn={areOn} save={change} />;
}

/** A helper's choice about each person who wants them to be told. Nobody else sees anything of it. */
export function LightMessageSwitches() {
  const { data = [] } = useQuery({ ...lightMessagesQuery, enabled: useHas("lights") });
  return data.map((choice) => <LightMessageSwitch key={choice.person.id} of={choice} />);
}
