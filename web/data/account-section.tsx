import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Download, Trash2 } from "lucide-react";
import { useState } from "react";
import { cancelAccountDeletion, requestAccountDeletion } from "#contract/accounts/deletion.ts";
import { downloadAccount } from "#contract/data/account-export.ts";
import { accountQuery } from "#web/accounts/account-queries.ts";
import { withFreshProof } from "#web/accounts/fresh-proof.ts";
import { call, messageOf } from "#web/api/call.ts";
import { Button, ButtonLink } from "#web/ui/action/button.tsx";
import { Confirmation } from "#web/ui/dialog/dialog.tsx";
import { Actions, Section } from "#web/ui/layout/layout.tsx";
import { Note } from "#web/ui/surface/note.tsx";
import { shortDate } from "#web/ui/time/clock.ts";
import { refusalOf } from "#web/ui/toast/refusal.ts";

const useAccountRefresh = () => {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: ["account"] });
};

function Refused({ title, error }: { title: string; error: Error | null }) {
  if (!error) return null;
  return (
    <Note kind="danger" isAlert title={title}>
      <p>{messageOf(error, "Please try again.")}</p>
    </Note>
  );
}

const notKept = "Your account is still about to be deleted";

function PendingDeletion({ dueAt }: { dueAt: string }) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call(cancelAccountDeletion),
    onError: (error) => refusalOf(error, { title: notKept, otherwise: "Please try again." }),
    onSettled: useAccountRefresh(),
  });
  return (
    <>
      <Note kind="warn" title="Your account will be deleted">
        <p>
          On <time dateTime={dueAt}>{shortDate(dueAt)}</time> everything about you is deleted for good.
        </p>
      </Note>
      <Button variant="primary" isStart isBusy={isPending} busyLabel="Saving..." onClick={() => mutate()}>
        Keep my account
      </Button>
      <Refused title={notKept} error={error} />
    </>
  );
}

const notDeleted = "Your account stays as it is";

function DeleteButton() {
  const [isAsking, setAsking] = useState(false);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => withFreshProof(() => call(requestAccountDeletion)),
    onError: (error) => refusalOf(error, { title: notDeleted, otherwise: "Please try again." }),
    onSettled: useAccountRefresh(),
  });
  const confirm = () => {
    setAsking(false);
    mutate();
  };
  return (
    <>
      <Button icon={Trash2} isBusy={isPending} onClick={() => setAsking(true)}>
        Delete my account
      </Button>
      <Refused title={notDeleted} error={error} />
      {isAsking && (
        <Confirmation
          title="Delete your account?"
          detail="In seven days everything about you is deleted for good. Until then you can keep it here."
          confirmLabel="Delete my account"
          icon={Trash2}
          onConfirm={confirm}
          onCancel={() => setAsking(false)}
        />
      )}
    </>
  );
}

/** Taking out what is known about the person who is signed in, and deleting it. Shown in "Me". */
export function MyData() {
  const { data: account } = useQuery(accountQuery);
  return (
    <Section title="My data">
      <p>Get a copy of everything we keep about you. Open “index.html” in it to read it.</p>
      <Actions>
        <ButtonLink href={downloadAccount.path} download icon={Download}>
          Download my data
        </ButtonLink>
        {account?.deletionDueAt === null && <DeleteButton />}
      </Actions>
      {account?.deletionDueAt && <PendingDeletion dueAt={account.deletionDueAt} />}
    </Section>
  );
}
