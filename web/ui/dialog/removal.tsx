import type { UseMutationResult } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { Button } from "#web/ui/action/button.tsx";
import { Confirmation } from "../dialog/dialog.tsx";
import { ErrorMessage } from "../state/error-message.tsx";
import { Hidden } from "../text.tsx";
import { toast } from "../toast/toast.ts";
import { toastError } from "../toast/toast-error.ts";

interface RemovalProps {
  by: UseMutationResult<void, Error, void>;
  /** The name of the removed thing for screen readers, unless the label says it. */
  of?: string;
  label: string;
  busyLabel: string;
  question: string;
  detail: string;
  /** The toast after success, unless the page says it. */
  done?: string;
  /** The toast after a failure. */
  failed: { title: string; otherwise: string };
  onRemoved?: () => void;
  className?: string | undefined;
}

/** A button that asks before removing. A toast shows the result, and the page shows a failure. */
export function Removal({
  by,
  of,
  label,
  busyLabel,
  question,
  detail,
  done,
  failed,
  onRemoved,
  className,
}: RemovalProps) {
  const [isAsking, setAsking] = useState(false);
  const { mutateAsync: remove, isPending, error } = by;
  const removed = () => {
    if (done) toast({ title: done });
    onRemoved?.();
  };
  const confirm = () => {
    setAsking(false);
    remove().then(removed, (reason: unknown) => toastError(reason, failed));
  };
  return (
    <>
      <Button
        className={className}
        variant="danger"
        icon={Trash2}
        isBusy={isPending}
        onClick={() => setAsking(true)}
      >
        {isPending ? busyLabel : label}
        {of && <Hidden> {of}</Hidden>}
      </Button>
      <ErrorMessage {...failed} error={error} />
      {isAsking && (
        <Confirmation
          title={question}
          detail={detail}
          confirmLabel={label}
          icon={Trash2}
          onConfirm={confirm}
          onCancel={() => setAsking(false)}
        />
      )}
    </>
  );
}
