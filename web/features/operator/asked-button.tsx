import type { UseMutationResult } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "#web/ui/action/button.tsx";
import { Confirmation } from "#web/ui/dialog/dialog.tsx";
import { ErrorMessage } from "#web/ui/state/error-message.tsx";
import { Hidden } from "#web/ui/text.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { toastError } from "#web/ui/toast/toast-error.ts";

interface AskedButtonProps {
  by: UseMutationResult<unknown, Error, void>;
  label: string;
  busyLabel: string;
  /** What it is about, for screen readers. */
  of: string;
  /** Without a question, it is done at once. */
  question?: string;
  detail?: string;
  done: string;
  failed: string;
}

/** Does something to a family or a person after a question. A toast says what became of it, and the page that it failed. */
export function AskedButton({
  by,
  label,
  busyLabel,
  of,
  question,
  detail = "",
  done,
  failed,
}: AskedButtonProps) {
  const [isAsking, setAsking] = useState(false);
  const { mutateAsync: act, isPending, error } = by;
  const words = { title: failed, otherwise: "Please try again." };
  // A fresh proof may be asked for in a dialog of its own, so it runs while no other is open.
  const run = () => {
    setAsking(false);
    act().then(
      () => toast({ title: done }),
      (reason: unknown) => toastError(reason, words),
    );
  };
  return (
    <>
      <Button
        variant={question ? "danger" : "plain"}
        isBusy={isPending}
        busyLabel={busyLabel}
        onClick={question ? () => setAsking(true) : run}
      >
        {label}
        <Hidden> {of}</Hidden>
      </Button>
      <ErrorMessage {...words} error={error} />
      {isAsking && question && (
        <Confirmation
          title={question}
          detail={detail}
          confirmLabel={label}
          onConfirm={run}
          onCancel={() => setAsking(false)}
        />
      )}
    </>
  );
}
