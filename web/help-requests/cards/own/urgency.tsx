import { Siren } from "lucide-react";
import type { HelpRequest } from "#contract/help-requests.ts";
import { Button } from "#web/ui/action/button.tsx";
import { LockedOption } from "#web/ui/action/locked-option.tsx";
import type { Acting } from "./acting.ts";

interface UrgencyProps {
  request: HelpRequest;
  acting: Acting;
}

const takeFocus = (element: HTMLElement | null) => element?.focus();

/** One more tap, while nobody has said yes: then nobody waits for the later steps. */
export function Urgency({ request, acting }: UrgencyProps) {
  if (request.helper || request.recipients === 0) return null;
  if (!request.isUrgent)
    return (
      <Button icon={Siren} isBusy={acting.isBusy} onClick={() => acting.act("hurry")}>
        It is urgent
      </Button>
    );
  return (
    <div tabIndex={-1} ref={acting.said === "hurry" ? takeFocus : undefined}>
      <LockedOption mark="Your family gets the next messages at once.">You said it is urgent.</LockedOption>
    </div>
  );
}
