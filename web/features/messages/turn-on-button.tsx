import { Bell } from "lucide-react";
import { Button } from "#web/ui/action/button.tsx";
import { ErrorMessage } from "#web/ui/state/error-message.tsx";
import { toastError } from "#web/ui/toast/toast-error.ts";
import { useStartMessages } from "./queries.ts";

const notChanged = { title: "That was not changed", otherwise: "Please try again." };

interface TurnOnButtonProps {
  variant?: "plain" | "primary";
  label?: string;
}

/** Turns on messages on this device, for which the browser asks for permission. */
export function TurnOnButton({ variant = "plain", label = "Turn on messages here" }: TurnOnButtonProps) {
  const { mutate: start, isPending, error } = useStartMessages();
  const press = () => start(undefined, { onError: (error) => toastError(error, notChanged) });
  return (
    <>
      <Button
        variant={variant}
        isStart
        icon={Bell}
        isBusy={isPending}
        busyLabel="Turning on..."
        onClick={press}
      >
        {label}
      </Button>
      <ErrorMessage error={error} />
    </>
  );
}
