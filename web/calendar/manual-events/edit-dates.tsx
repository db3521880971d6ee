import { useState } from "react";
import type { ManualEvent } from "#contract/calendar/manual-events.ts";
import { Button } from "#web/ui/action/button.tsx";
import { Dialog } from "#web/ui/dialog/dialog.tsx";
import { Actions } from "#web/ui/layout/row.tsx";
import { firstChoice, WhichDates } from "./which-dates.tsx";

interface EditDatesProps {
  event: ManualEvent;
  /** The date from which somebody comes. */
  occurrence?: string | undefined;
  onChosen: (occurrence?: string) => void;
  onCancel: () => void;
}

/** Asked before an event that repeats is changed. */
export function EditDates({ event, occurrence, onChosen, onCancel }: EditDatesProps) {
  const [chosen, setChosen] = useState(firstChoice(event, occurrence));
  return (
    <Dialog title={`Edit ${event.title}`} onClose={onCancel}>
      <WhichDates event={event} occurrence={occurrence} chosen={chosen} onChoose={setChosen} />
      <Actions>
        <Button onClick={onCancel}>Cancel</Button>
        <Button variant="primary" onClick={() => onChosen(chosen.isOne ? chosen.occurrence : undefined)}>
          Continue
        </Button>
      </Actions>
    </Dialog>
  );
}
