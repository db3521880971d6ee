import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { ReachabilityState } from "#contract/reachability.ts";
import { useSignedInUser } from "#web/features/accounts/queries.ts";
import { CallButton } from "#web/features/families/call/calls.tsx";
import { helpersFor } from "#web/features/families/contacts.ts";
import { useContacts, useFamily } from "#web/features/families/queries.ts";
import { ButtonLink } from "#web/ui/action/button.tsx";
import { Actions, Stack } from "#web/ui/layout/layout.tsx";
import { Note } from "#web/ui/surface/note.tsx";
import { reachabilityQuery } from "./queries.ts";

interface Words {
  kind: "info" | "warn" | "danger";
  title: string;
  words: string;
}

const forHelpers: Record<Exclude<ReachabilityState, "reachable">, Words> = {
  nobody: {
    kind: "danger",
    title: "Our messages aren't reaching anyone in your family",
    words: "If someone asks for help now, nobody gets a message.",
  },
  unproven: {
    kind: "warn",
    title: "We don't know whether our messages reach your family",
    words: "Nobody has answered our tests for two weeks.",
  },
  "one-person": {
    kind: "info",
    title: "Our messages reach only one person",
    words: "A second person makes it safer.",
  },
};

const forSenior: Record<"nobody" | "unproven", Words> = {
  nobody: {
    kind: "warn",
    title: "Our messages aren't reaching your family right now",
    words: "If you need help, please call.",
  },
  unproven: {
    kind: "warn",
    title: "We're not sure we can reach your family",
    words: "If nobody answers, please call.",
  },
};

interface StateNoteProps {
  state: ReachabilityState;
  isSenior?: boolean;
  children?: ReactNode;
}

/** Explains a family's reachability, with what can be done about it. */
export function StateNote({ state, isSenior = false, children }: StateNoteProps) {
  if (state === "reachable" || (isSenior && state === "one-person")) return null;
  const { kind, title, words } = isSenior && state !== "one-person" ? forSenior[state] : forHelpers[state];
  return (
    <Note kind={kind} title={title}>
      <Stack gap={12}>
        <p>{words}</p>
        {children}
      </Stack>
    </Note>
  );
}

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
