import { useRef, useState } from "react";
import type { ManualEvent } from "#contract/calendar/manual-events.ts";
import { MoreOption } from "#web/ui/action/option.tsx";
import { Rows, Stack } from "#web/ui/layout/layout.tsx";
import { Empty } from "#web/ui/state/loaded.tsx";
import { Note } from "#web/ui/surface/note.tsx";
import { EventForm } from "../form/event-form.tsx";
import { type OpenForm, rowId } from "../open-form.ts";
import { EditDates } from "../which-dates.tsx";
import { EventRow } from "./event-row.tsx";

interface EventListProps {
  events: ManualEvent[];
  openForm: OpenForm;
}

/** If somebody else deletes the event, its form stays open with what was typed. */
function useEdited({ events, openForm: { editing } }: EventListProps): ManualEvent | undefined {
  const found = events.find(({ id }) => id === editing);
  const [last, setLast] = useState(found);
  if (found && found !== last) setLast(found);
  return found ?? (last?.id === editing ? last : undefined);
}

export function EventList({ events, openForm }: EventListProps) {
  const list = useRef<HTMLDivElement>(null);
  const edited = useEdited({ events, openForm });
  const asked = events.find(({ id }) => id === openForm.asking);
  const coming = events.filter(({ nextDates }) => nextDates.length > 0);
  const over = events.filter(({ nextDates }) => nextDates.length === 0);
  const form = edited && (
    <EventForm
      key={`${edited.id} ${openForm.occurrence}`}
      event={edited}
      occurrence={openForm.occurrence}
      onClose={openForm.close}
    />
  );
  const row = (event: ManualEvent) => (
    <EventRow
      event={event}
      onEdit={() =>
        event.recurrence && event.nextDates[0] ? openForm.ask(event.id) : openForm.edit(event.id)
      }
      onDeleted={() => list.current?.focus({ preventScroll: true })}
    />
  );
  return (
    // The list takes the focus when the row that had it is deleted.
    <div ref={list} tabIndex={-1}>
      <Stack gap={24}>
        {openForm.editing !== undefined && !edited && (
          <Note kind="warn" title="This event is no longer there." />
        )}
        {edited && !coming.includes(edited) && form}
        {events.length === 0 && (
          <Empty
            title="Your family has no events here yet."
            detail="Add the first one: everyone will see it."
          />
        )}
        {coming.length > 0 && (
          <Rows>
            {coming.map((event) => (
              <li key={event.id} id={rowId(event.id)} tabIndex={-1}>
                {event === edited ? form : row(event)}
              </li>
            ))}
          </Rows>
        )}
        {over.length > 0 && (
          <MoreOption label={`Earlier events (${over.length})`}>
            <Rows>
              {over.map((event) => (
                <li key={event.id} id={rowId(event.id)} tabIndex={-1}>
                  {row(event)}
                </li>
              ))}
            </Rows>
          </MoreOption>
        )}
      </Stack>
      {asked && (
        <EditDates
          event={asked}
          occurrence={openForm.occurrence}
          onChosen={(occurrence) => openForm.edit(asked.id, occurrence)}
          onCancel={() => openForm.close(asked.id)}
        />
      )}
    </div>
  );
}
