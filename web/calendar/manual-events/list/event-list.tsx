import { useRef, useState } from "react";
import type { ManualEvent } from "#contract/calendar/manual-events.ts";
import { MoreOption } from "#web/ui/action/option.tsx";
import { Rows, Stack } from "#web/ui/layout/layout.tsx";
import { Empty } from "#web/ui/state/loaded.tsx";
import { Note } from "#web/ui/surface/note.tsx";
import { EventForm } from "../form/event-form.tsx";
import { type Opened, rowId } from "../open-form.ts";
import { EditDates } from "../which-dates.tsx";
import { EventRow } from "./event-row.tsx";

interface EventListProps {
  events: ManualEvent[];
  opened: Opened;
}

/** Should somebody else delete the event meanwhile, its form stays with what was typed. */
function useEdited({ events, opened: { editing } }: EventListProps): ManualEvent | undefined {
  const found = events.find(({ id }) => id === editing);
  const [last, setLast] = useState(found);
  if (found && found !== last) setLast(found);
  return found ?? (last?.id === editing ? last : undefined);
}

export function EventList({ events, opened }: EventListProps) {
  const list = useRef<HTMLDivElement>(null);
  const edited = useEdited({ events, opened });
  const asked = events.find(({ id }) => id === opened.asking);
  const coming = events.filter(({ nextDates }) => nextDates.length > 0);
  const over = events.filter(({ nextDates }) => nextDates.length === 0);
  const form = edited && (
    <EventForm
      key={`${edited.id} ${opened.occurrence}`}
      event={edited}
      occurrence={opened.occurrence}
      onClose={opened.close}
    />
  );
  const row = (event: ManualEvent) => (
    <EventRow
      event={event}
      onEdit={() => (event.recurrence && event.nextDates[0] ? opened.ask(event.id) : opened.edit(event.id))}
      onDeleted={() => list.current?.focus({ preventScroll: true })}
    />
  );
  return (
    // Whoever deletes one is still somewhere afterwards.
    <div ref={list} tabIndex={-1}>
      <Stack gap={24}>
        {opened.editing !== undefined && !edited && (
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
          occurrence={opened.occurrence}
          onChosen={(occurrence) => opened.edit(asked.id, occurrence)}
          onCancel={opened.close}
        />
      )}
    </div>
  );
}
