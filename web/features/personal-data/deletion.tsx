import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { withFreshProof } from "#web/features/accounts/fresh-proof.ts";
import { useMutation } from "#web/platform/api/mutation.ts";
import { Button } from "#web/ui/action/button.tsx";
import { Confirmation } from "#web/ui/dialog/dialog.tsx";
import { ErrorMessage } from "#web/ui/state/error-message.tsx";
import { Note } from "#web/ui/surface/note.tsx";
import { toastError } from "#web/ui/toast/toast-error.ts";

/** The deletion of an account or a family, which can be canceled for a week. */
export interface Deletion {
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
    readonly notKept: string;
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

export function PendingDeletion({ of: { cancel, queryKey, words }, children }: PendingDeletionProps) {
  const { mutate, isPending, error } = useChange(cancel, queryKey, words.notKept);
  return (
    <>
      <Note kind="warn" title={words.pending}>
        {children}
      </Note>
      <Button variant="primary" isStart isBusy={isPending} busyLabel="Saving..." onClick={() => mutate()}>
        {words.keepLabel}
      </Button>
      <ErrorMessage title={words.notKept} otherwise={otherwise} error={error} isAlert />
    </>
  );
}

export function DeleteButton({ of: { request, queryKey, words } }: { of: Deletion }) {
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
