import { useQuery } from "@tanstack/react-query";
import { useSignedInUser } from "#web/features/accounts/queries.ts";
import { CallButton } from "#web/features/families/call/call-buttons.tsx";
import { helpersFor } from "#web/features/families/contacts.ts";
import { useContacts, useFamily } from "#web/features/families/queries.ts";
import { ButtonLink } from "#web/ui/action/button.tsx";
import { Actions } from "#web/ui/layout/layout.tsx";
import { StateNote } from "./contact-methods/state-note.tsx";
import { reachabilityQuery } from "./queries.ts";

function Calls() {
  const contacts = useContacts();
  return contacts.slice(0, 2).map((contact) => <CallButton key={contact.id} contact={contact} />);
}

const Repairs = ({ isAdmin }: { isAdmin: boolean }) => (
  <>
    <ButtonLink href="/account">Turn on messages for me</ButtonLink>
    {isAdmin && <ButtonLink href="/admin/family">See who can be reached</ButtonLink>}
  </>
);

/** Warns on home, before anyone needs help, that nobody would be reached. */
export function ReachWarning() {
  const user = useSignedInUser();
  const family = useFamily();
  const { data } = useQuery({ ...reachabilityQuery, enabled: family !== undefined });
  if (!user || !family || !data || data.state === "one-person") return null;
  const isSenior = user.role === "grandparent";
  // If nobody else has joined yet, `NobodyYet` says so instead.
  const hasOthers = isSenior ? helpersFor(family, user.id).length > 0 : family.members.length > 1;
  if (!hasOthers) return null;
  return (
    <StateNote state={data.state} isSenior={isSenior}>
      <Actions>{isSenior ? <Calls /> : <Repairs isAdmin={user.role === "admin"} />}</Actions>
    </StateNote>
  );
}
