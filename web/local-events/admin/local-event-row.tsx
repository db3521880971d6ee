import { Pencil } from "lucide-react";
import type { LocalEvent } from "#contract/local-events.ts";
import { Removal } from "#web/admin/removal.tsx";
import { startOf } from "#web/calendar/manual-events/event-dates.ts";
import { Button } from "#web/ui/action/button.tsx";
import { Actions, Row } from "#web/ui/layout/row.tsx";
import { Stack } from "#web/ui/layout/stack.tsx";
import { Hidden, Quiet } from "#web/ui/text.tsx";
import { useDeleteLocalEvent } from "./local-event-queries.ts";

interface LocalEventRowProps {
  event: LocalEvent;
  onEdit: () => void;
  onRemoved: () => void;
}

const failed = { title: "Error deleting event", otherwise: "An unexpected error occurred" };

export function LocalEventRow({ event, onEdit, onRemoved }: LocalEventRowProps) {
  const { id, title, date, location } = event;
  const removal = useDeleteLocalEvent(id);
  return (
    <Row>
      <Stack gap={4}>
        <h3>{title}</h3>
        <p>{startOf(date, event)}</p>
        <Quiet>{location}</Quiet>
      </Stack>
      <Actions>
        <Button icon={Pencil} onClick={onEdit}>
          Edit<Hidden> {title}</Hidden>
        </Button>
        <Removal
          by={removal}
          of={title}
          label="Delete"
          busyLabel="Deleting..."
          question="Are you sure?"
          detail="This will permanently delete this event. This action cannot be undone."
          done="Event deleted"
          failed={failed}
          onRemoved={onRemoved}
        />
      </Actions>
    </Row>
  );
}
