import { useQuery } from "@tanstack/react-query";
import { accountQuery } from "#web/features/accounts/queries.ts";
import { useHas } from "#web/features/families/queries.ts";
import { SavedSwitch } from "#web/ui/form/switch.tsx";
import { Loaded } from "#web/ui/state/loaded.tsx";
import { Skeleton } from "#web/ui/state/loading.tsx";
import { toastError } from "#web/ui/toast/toast-error.ts";
import { letterMessagesQuery, useChangeLetterMessages } from "./queries.ts";

/** One's own choice of the letter by e-mail, for everybody who has an address. */
export function LetterMessages() {
  const { data: account } = useQuery(accountQuery);
  const isPossible = useHas("sundayLetter") && typeof account?.email === "string";
  const choice = useQuery({ ...letterMessagesQuery, enabled: isPossible });
  const { mutateAsync: change } = useChangeLetterMessages();
  const failed = { title: "Not saved", otherwise: "Please try again." };
  const save = (areOn: boolean) => change(areOn).catch((error: unknown) => toastError(error, failed));
  if (!isPossible) return null;
  return (
    <Loaded of={choice} name="your choice" skeleton={<Skeleton shape="row" />}>
      {({ areOn }) => <SavedSwitch label="The Sunday letter by e-mail" isOn={areOn} save={save} />}
    </Loaded>
  );
}
