import type { UseMutationResult } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import { useState } from "react";
import { Button } from "#web/ui/action/button.tsx";
import { Confirmation } from "../dialog/dialog.tsx";
import { toast } from "../toast/toast.ts";
import { toastError } from "../toast/toast-error.ts";

interface ReplacementProps<Made> {
  by: UseMutationResult<Made, Error, void>;
  /** Such as "Make a new secret". */
  label: string;
  question: string;
  detail: string;
  /** The toast after success. */
  done: string;
  /** The toast after a failure. */
  failed: { title: string; otherwise: string };
}

/** A button that asks before it makes something new, which ends what was there before. */
export function Replacement<Made>({ by, label, question, detail, done, failed }: ReplacementProps<Made>) {
  const [isAsking, setAsking] = useState(false);
  const { mutateAsync: replace, isPending } = by;
  const confirm = () => {
    setAsking(false);
    replace().then(
      () => toast({ title: done }),
      (reason: unknown) => toastError(reason, failed),
    );
  };
  return (
    <>
      <Button icon={RefreshCw} isBusy={isPending} busyLabel="Making it..." onClick={() => setAsking(true)}>
        {label}
      </Button>
      {isAsking && (
        <Confirmation
          title={question}
          detail={detail}
          confirmLabel={label}
          icon={RefreshCw}
          onConfirm={confirm}
          onCancel={() => setAsking(false)}
        />
      )}
    </>
  );
}
