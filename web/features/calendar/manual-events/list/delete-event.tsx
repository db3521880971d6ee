import { Trash2 } from "lucide-react";
import { useState } from "react";
import type { ManualEvent } from "#contract/calendar/manual-events.ts";
import { Button } from "#web/ui/action/button.tsx";
import { Confirmation } from "#web/ui/dialog/dialog.tsx";
import { ErrorMessage } from "#web/ui/state/error-message.tsx";
import { Hidden } from "#web/ui/text.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { toastError } from "#web/ui/toast/toast-error.ts";
import { useDeleteEvent } from "../queries.ts";
import { firstChoice, WhichDates } from "../which-dates.tsx";

const failed = { title: "Error deleting event", otherwise: "An unexpected error occurred" };

interface DeleteEventProps {
  event: ManualEvent;
  onDeleted: () => void;
}

function DeleteQuestion({ event, onConfirm, onCancel }: DeleteQuestionProps) {
  const [chosen, setChosen] = useState(firstChoice(event));
  const repeats = event.recurrence !== null && chosen.occurrence !== "";
  return (
    <Confirmation
      title="Are you sure?"
      detail="This will permanently delete this event. This action cannot be undone."
      confirmLabel="Delete"
      icon={Trash2}
      onConfirm={() => onConfirm(repeats && chosen.isOne ? chosen.occurrence : undefined)}
      onCancel={onCancel}
    >
      <p>
        <b>{event.title}</b>
      </p>
      {repeats && <WhichDates event={event} chosen={chosen} onChoose={setChosen} />}
    </Confirmation>
  );
}

interface DeleteQuestionProps {
  event: ManualEvent;
  onConfirm: (occurrence: string | undefined) => void;
  onCancel: () => void;
}

export function DeleteEvent({ event, onDeleted }: DeleteEventProps) {
  const [isAsking, setAsking] = useState(false);
  const { mutateAsync: remove, isPending, error } = useDeleteEvent();
  const deleted = () => {
    toast({ title: "Event deleted" });
    onDeleted();
  };
  const confirm = (occurrence: string | undefined) => {
    setAsking(false);
    remove({ id: event.id, occurrence }).then(deleted, (reason: unknown) => toastError(reason, failed));
  };
  return (
    <>
      <Button variant="danger" icon={Trash2} isBusy={isPending} onClick={() => setAsking(true)}>
        {isPending ? "Deleting..." : "Delete"}
        <Hidden> {event.title}</Hidden>
      </Button>
      <ErrorMessage {...failed} error={error} />
      {isAsking && <DeleteQuestion event={event} onConfirm={confirm} onCancel={() => setAsking(false)} />}
    </>
  );
}
