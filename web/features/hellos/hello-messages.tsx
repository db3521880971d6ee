import { useQuery } from "@tanstack/react-query";
import { useHas } from "#web/features/families/queries.ts";
import { SavedSwitch } from "#web/ui/form/switch.tsx";
import { Loaded } from "#web/ui/state/loaded.tsx";
import { Skeleton } from "#web/ui/state/loading.tsx";
import { toastError } from "#web/ui/toast/toast-error.ts";
import { helloMessagesQuery, useChangeHelloMessages } from "./queries.ts";

/** One's own choice of messages about hellos, in one line. */
export function HelloMessages({ label }: { label: string }) {
  const isOn = useHas("hellos");
  const choice = useQuery({ ...helloMessagesQuery, enabled: isOn });
  const { mutateAsync: change } = useChangeHelloMessages();
  const failed = { title: "Not saved", otherwise: "Please try again." };
  const save = (areOn: boolean) => change(areOn).catch((error: unknown) => toastError(error, failed));
  if (!isOn) return null;
  return (
    <Loaded of={choice} name="your choice" skeleton={<Skeleton shape="row" />}>
      {({ areOn }) => <SavedSwitch label={label} isOn={areOn} save={save} />}
    </Loaded>
  );
}
