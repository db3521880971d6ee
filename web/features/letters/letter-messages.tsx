import { useQuery } from "@tanstack/react-query";
import { accountQuery } from "#web/features/accounts/queries.ts";
import { useHas } from "#web/features/families/queries.ts";
import { SavedSwitch } from "#web/ui/form/switch.tsx";
import { Loaded } from "#web/ui/state/loaded.tsx";
import { Skeleton } from "#web/ui/state/loading.tsx";
import { letterMessagesQuery, useChangeLetterMessages } from "./queries.ts";

/** One's own choice of the letter by e-mail, for everybody who has an address. */
export function LetterMessages() {
  const { data: account } = useQuery(accountQuery);
  const isPossible = useHas("sundayLetter") && typeof account?.email === "string";
  const choice = useQuery({ ...letterMessagesQuery, enabled: isPossible });
  const { mutateAsync: change } = useChangeLetterMessages();
  if (!isPossible) return null;
  return (
    <Loaded of={choice} name="your choice" skeleton={<Skeleton shape="row" />}>
      {({ areOn }) => <SavedSwitch label="The Sunday letter by e-mail" isOn={areOn} save={change} />}
    </Loaded>
  );
}
