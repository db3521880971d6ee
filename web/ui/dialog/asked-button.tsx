import type { UseMutationResult } from "@tanstack/react-query";
import type { LucideIcon } from "lucide-react";
import { useState } from "react";
import { Button } from "#web/ui/action/button.tsx";
import { Confirmation } from "../dialog/dialog.tsx";
import { ErrorMessage } from "../state/error-message.tsx";
import { Hidden } from "../text.tsx";
import { toast } from "../toast/toast.ts";
import { toastError } from "../toast/toast-error.ts";

export interface AskedButtonProps {
  by: UseMutationResult<unknown, Error, void>;
  variant?: "plain" | "danger";
  icon?: LucideIcon;
  label: string;
  busyLabel: string;
  /** What it is about, for screen readers, unless the label says it. */
  of?: string;
  /** Without a question, it is done at once. */
  question?: string;
  detail?: string;
  /** The toast after success, unless the page says it. */
  done?: string;
  /** The toast after a failure. */
  failed: { title: string; otherwise: string };
  onDone?: () => void;
  className?: string | undefined;
}

/** A button that asks before it does something. A toast says what became of it, and the page shows a failure, too. */
export function AskedButton({
  by,
  variant = "plain",
  icon,
  label,
  busyLabel,
  of,
  question,
  detail,
  done,
  failed,
  onDone,
  className,
}: AskedButtonProps) {
  const [isAsking, setAsking] = useState(false);
  const { mutateAsync: act, isPending, error } = by;
  const succeeded = () => {
    if (done) toast({ title: done });
    onDone?.();
  };
  // A fresh proof may be asked for in a dialog of its own, so this one closes first.
  const run = () => {
    setAsking(false);
    act().then(succeeded, (reason: unknown) => toastError(reason, failed));
  };
  const look = { variant, ...(icon && { icon }) };
  return (
    <>
      <Button
        {...look}
        className={className}
        isBusy={isPending}
        busyLabel={busyLabel}
        onClick={question ? () => setAsking(true) : run}
      >
        {label}
        {of && <Hidden> {of}</Hidden>}
      </Button>
      <ErrorMessage {...failed} error={error} />
      {isAsking && question && (
        <Confirmation
          title={question}
          {...(detail && { detail })}
          confirmLabel={label}
          {...(icon && { icon })}
          onConfirm={run}
          onCancel={() => setAsking(false)}
        />
      )}
    </>
  );
}
