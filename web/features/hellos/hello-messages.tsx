import { useQuery } from "@tanstack/react-query";
import { useHas } from "#web/features/families/queries.ts";
import { SavedSwitch } from "#web/ui/form/switch.tsx";
import { Loaded } from "#web/ui/state/loaded.tsx";
import { Skeleton } from "#web/ui/state/loading.tsx";
import { helloMessagesQuery, useChangeHelloMessages } from "./queries.ts";

/** One's own choice of messages about hellos, in one line. */
export function HelloMessages({ label }: { label: string }) {
  const isOn = useHas("hellos");
  const choice = useQuery({ ...helloMessagesQuery, enabled: isOn });
  const { mutateAsync: change } = useChangeHelloMessages();
  if (!isOn) return null;
  return (
    <Loaded of={choice} name="your choice" skeleton={<Skeleton shape="row" />}>
      {({ areOn }) => <SavedSwitch label={label} isOn={areOn} save={change} />}
    </Loaded>
  );
}
