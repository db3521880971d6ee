import { useQuery } from "@tanstack/react-query";
import { SavedSwitch } from "#web/ui/form/switch.tsx";
import { toastError } from "#web/ui/toast/toast-error.ts";
import { helloMessagesQuery, useChangeHelloMessages } from "./queries.ts";

/** One's own choice of messages about hellos, in one line. */
export function HelloMessages() {
  const { data } = useQuery(helloMessagesQuery);
  const { mutateAsync: change } = useChangeHelloMessages();
  if (!data) return null;
  const save = (areOn: boolean) =>
    change(areOn).catch((error: unknown) =>
      toastError(error, { title: "Not saved", otherwise: "Please try again." }),
    );
  return <SavedSwitch label="Tell me when a picture comes" isOn={data.areOn} save={save} />;
}
