import { Pencil, Plus } from "lucide-react";
import type { LocalEvent } from "#contract/local-events.ts";
import { startOf } from "#web/features/calendar/manual-events/event-dates.ts";
import { Button } from "#web/ui/action/button.tsx";
import { MoreOption } from "#web/ui/action/option.tsx";
import { Removal } from "#web/ui/dialog/removal.tsx";
import { Actions, Row, Rows, Stack } from "#web/ui/layout/layout.tsx";
import { useListForm } from "#web/ui/list-form.ts";
import { Empty } from "#web/ui/state/loaded.tsx";
import { Hidden, Quiet, Unbroken } from "#web/ui/text.tsx";
import { LocalEventForm } from "./local-event-form.tsx";
import { useDeleteLocalEvent } from "./local-event-queries.ts";

interface LocalEventRowProps {
  event: LocalEvent;
  onEdit: () => void;
  onRemoved: () => void;
}

const failed = { title: "Error deleting event", otherwise: "An unexpected error occurred" };

function LocalEventRow({ event, onEdit, onRemoved }: LocalEventRowProps) {
  const { id, title, date, location } = event;
  const removal = useDeleteLocalEvent(id);
  return (
    <Row>
      <Stack gap={4}>
        <h3>{title}</h3>
        <p>
          <Unbroken>{startOf(date, event)}</Unbroken>
        </p>
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

interface LocalEventListProps {
  events: LocalEvent[];
  /** Today, in the family's time zone. */
  day: string;
}

/** The family's own things to do. */
export function LocalEventList({ events, day }: LocalEventListProps) {
  const { open, setOpen, close, list, focusList } = useListForm();
  const coming = events.filter(({ date }) => date >= day);
  const over = events.filter(({ date }) => date < day);
  const rows = (some: LocalEvent[]) => (
    <Rows>
      {some.map((event) => (
        <li key={event.id}>
          {open === event.id ? (
            <LocalEventForm event={event} onClose={close} />
          ) : (
            <LocalEventRow event={event} onEdit={() => setOpen(event.id)} onRemoved={focusList} />
          )}
        </li>
      ))}
    </Rows>
  );
  return (
    <div ref={list} tabIndex={-1}>
      <Stack gap={24}>
        {open === "new" ? (
          <LocalEventForm onClose={close} />
        ) : (
          <Button variant="primary" isStart icon={Plus} onClick={() => setOpen("new")}>
            Add something to do
          </Button>
        )}
        {events.length === 0 && open === undefined && (
          <Empty title="Nothing here yet." detail="A concert, a market, a walk: what could be fun?" />
        )}
        {coming.length > 0 && rows(coming)}
        {over.length > 0 && <MoreOption label={`Earlier (${over.length})`}>{rows(over)}</MoreOption>}
      </Stack>
    </div>
  );
}
