import { type QueryKey, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { Download, Trash2, Upload } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { Family } from "#contract/families.ts";
import { withFreshProof } from "#web/features/accounts/fresh-proof.ts";
import { accountQuery } from "#web/features/accounts/queries.ts";
import { addressOf, call } from "#web/platform/api/call.ts";
import { useMutation } from "#web/platform/api/mutation.ts";
import { Button, ButtonLink } from "#web/ui/action/button.tsx";
import { Confirmation } from "#web/ui/dialog/dialog.tsx";
import { Actions, Section } from "#web/ui/layout/layout.tsx";
import { ErrorMessage } from "#web/ui/state/error-message.tsx";
import { Note } from "#web/ui/surface/note.tsx";
import { longDay } from "#web/ui/time/clock.ts";
import { ShortDate } from "#web/ui/time/times.tsx";
import { toastError } from "#web/ui/toast/toast-error.ts";

/** The deletion of an account or a family, which can be canceled for a week. */
interface Deletion {
  readonly request: () => Promise<unknown>;
  readonly cancel: () => Promise<unknown>;
  /** The queries that are read again afterwards. */
  readonly queryKey: QueryKey;
  readonly words: {
    readonly deleteLabel: string;
    readonly question: string;
    readonly detail: string;
    readonly notDeleted: string;
    readonly pending: string;
    readonly keepLabel: string;
    readonly notRetained: string;
  };
}

const otherwise = "Please try again.";

function useChange(change: () => Promise<unknown>, queryKey: QueryKey, title: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onError: (error) => toastError(error, { title, otherwise }),
    onSettled: () => queries.invalidateQueries({ queryKey }),
  });
}

interface PendingDeletionProps {
  of: Deletion;
  /** Describes what will happen, and when. */
  children: ReactNode;
}

function PendingDeletion({ of: { cancel, queryKey, words }, children }: PendingDeletionProps) {
  const { mutate, isPending, error } = useChange(cancel, queryKey, words.notRetained);
  return (
    <>
      <Note kind="warn" title={words.pending}>
        {children}
      </Note>
      <Button variant="primary" isStart isBusy={isPending} busyLabel="Saving..." onClick={() => mutate()}>
        {words.keepLabel}
      </Button>
      <ErrorMessage title={words.notRetained} otherwise={otherwise} error={error} isAlert />
    </>
  );
}

function DeleteButton({ of: { request, queryKey, words } }: { of: Deletion }) {
  const [isAsking, setAsking] = useState(false);
  const { mutate, isPending, error } = useChange(() => withFreshProof(request), queryKey, words.notDeleted);
  const confirm = () => {
    setAsking(false);
    mutate();
  };
  return (
    <>
      <Button icon={Trash2} isBusy={isPending} onClick={() => setAsking(true)}>
        {words.deleteLabel}
      </Button>
      <ErrorMessage title={words.notDeleted} otherwise={otherwise} error={error} isAlert />
      {isAsking && (
        <Confirmation
          title={words.question}
          detail={words.detail}
          confirmLabel={words.deleteLabel}
          icon={Trash2}
          onConfirm={confirm}
          onCancel={() => setAsking(false)}
        />
      )}
    </>
  );
}

const accountDeletion: Deletion = {
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
    notRetained: "Your account is still about to be deleted",
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
        {dueAt === null && <DeleteButton of={accountDeletion} />}
      </Actions>
      {dueAt && (
        <PendingDeletion of={accountDeletion}>
          <p>
            On <ShortDate at={dueAt} /> everything about you will be deleted for good.
          </p>
        </PendingDeletion>
      )}
    </Section>
  );
}

const deletionOfFamily = ({ name }: Family): Deletion => ({
  request: () => call("POST /api/family/deletion"),
  cancel: () => call("DELETE /api/family/deletion"),
  queryKey: ["family"],
  words: {
    deleteLabel: "Delete this family",
    question: `Delete “${name}”?`,
    detail:
      "In seven days everything your family entered will be deleted for good. We'll tell everyone in it now. Until then any of you can keep it. Your accounts stay.",
    notDeleted: "Your family stays as it is",
    pending: `“${name}” will be deleted`,
    keepLabel: "Keep the family",
    notRetained: "Your family is still about to be deleted",
  },
});

const storageQuery = queryOptions({
  queryKey: ["family", "storage"],
  queryFn: ({ signal }) => call("GET /api/family/storage", undefined, signal),
  // A picture that somebody sends changes nothing else that this page shows, so it is read each time it is shown.
  refetchOnMount: "always",
});

/** The number has a line of its own, so that nothing moves when it arrives. */
function StorageLine() {
  const { data, isError } = useQuery(storageQuery);
  const used =
    data &&
    `${data.usedMegabytes.toLocaleString("en-US")} of ${data.maxMegabytes.toLocaleString("en-US")} MB`;
  return (
    <p>
      Pictures and voice messages:
      <br />
      <b>{used ?? (isError ? "We can't tell right now." : "…")}</b>
    </p>
  );
}

/** Exports and deletes the family. Shown in the panel. */
export function FamilyData({ family }: { family: Family }) {
  const deletion = deletionOfFamily(family);
  return (
    <Section title="Your family's data">
      <p>Get a copy of what your family shares. What is private to one member is not in it.</p>
      <StorageLine />
      <Actions>
        <ButtonLink href={addressOf("GET /api/family/export")} download icon={Download}>
          Download the family's data
        </ButtonLink>
        <ButtonLink href="/family/move" icon={Upload}>
          Move a family to this server
        </ButtonLink>
        {!family.deletion && <DeleteButton of={deletion} />}
      </Actions>
      {family.deletion && (
        <PendingDeletion of={deletion}>
          <p>
            {family.deletion.askedBy ?? "Someone"} asked for it. On{" "}
            {longDay(family.deletion.dueAt, family.timeZone)} everything in it will be deleted for good.
          </p>
          <p>Until then everything works, and help still comes.</p>
        </PendingDeletion>
      )}
    </Section>
  );
}
