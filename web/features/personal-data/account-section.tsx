import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { accountQuery } from "#web/features/accounts/account-queries.ts";
import { addressOf, call } from "#web/platform/api/call.ts";
import { ButtonLink } from "#web/ui/action/button.tsx";
import { Actions, Section } from "#web/ui/layout/layout.tsx";
import { ShortDate } from "#web/ui/time/times.tsx";
import { DeleteButton, type Deletion, PendingDeletion } from "./deletion.tsx";

const deletion: Deletion = {
  request: () => call("POST /api/account/deletion"),
  cancel: () => call("DELETE /api/account/deletion"),
  queryKey: ["account"],
  words: {
    deleteLabel: "Delete my account",
    question: "Delete your account?",
    detail: "In seven days everything about you will be deleted for good. Until then you can keep it here.",
    notDeleted: "Your account stays as it is",
    pending: "Your account will be deleted",
    keepLabel: "Keep my account",
    notKept: "Your account is still about to be deleted",
  },
};

/** Exports and deletes the account of the person who is signed in. Shown in "Me". */
export function MyData() {
  const { data: account } = useQuery(accountQuery);
  const dueAt = account?.deletionDueAt;
  return (
    <Section title="My data" isOpen={dueAt !== null && dueAt !== undefined}>
      <p>Get a copy of everything we keep about you. Open “index.html” in it to read it.</p>
      <Actions>
        <ButtonLink href={addressOf("GET /api/account/export")} download icon={Download}>
          Download my data
        </ButtonLink>
        {dueAt === null && <DeleteButton of={deletion} />}
      </Actions>
      {dueAt && (
        <PendingDeletion of={deletion}>
          <p>
            On <ShortDate at={dueAt} /> everything about you will be deleted for good.
          </p>
        </PendingDeletion>
      )}
    </Section>
  );
}
