import { Siren } from "lucide-react";
import type { HelpRequest } from "#contract/help/requests.ts";
import { Button } from "#web/ui/action/button.tsx";
import { OutcomeLine } from "../outcome-line.tsx";
import type { Acting } from "./acting.ts";

interface UrgencyProps {
  request: HelpRequest;
  acting: Acting;
}

/** One more tap, while nobody has said yes: then nobody waits for the later steps. */
export function Urgency({ request, acting }: UrgencyProps) {
  if (request.helper || request.recipients === 0) return null;
  if (!request.isUrgent)
    return (
      <Button icon={Siren} isBusy={acting.isBusy} onClick={() => acting.act("hurry")}>
        It's urgent
      </Button>
    );
  return (
    <OutcomeLine takesFocus={acting.said === "hurry"} mark="Your family gets the next messages right away.">
      You said it's urgent.
    </OutcomeLine>
  );
}
