import { Pencil, Trash2 } from "lucide-react";
import { useRef, useState } from "react";
import { peopleIn } from "#contract/calendar/day-words.ts";
import type { ManualEvent } from "#contract/calendar/manual-events.ts";
import { recurrenceWords } from "#contract/calendar/recurrence-words.ts";
import { useFamily } from "#web/features/families/queries.ts";
import { BareButton, Button } from "#web/ui/action/button.tsx";
import { MoreOption } from "#web/ui/action/option.tsx";
import { Confirmation } from "#web/ui/dialog/dialog.tsx";
import { Rows, Stack } from "#web/ui/layout/layout.tsx";
import { Icon } from "#web/ui/picture/icon.tsx";
import { ErrorMessage } from "#web/ui/state/error-message.tsx";
import { Empty } from "#web/ui/state/loaded.tsx";
import { Badge } from "#web/ui/surface/badge.tsx";
import { Note } from "#web/ui/surface/note.tsx";
import { Hidden, Quiet, Unbroken } from "#web/ui/text.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { toastError } from "#web/ui/toast/toast-error.ts";
import { categoryWords, eventSpan, startOf } from "../event-words.ts";
import { useDeleteEvent } from "../queries.ts";
import styles from "./event-list.module.css";
import { EventForm } from "./form/event-form.tsx";
import { type OpenForm, rowId } from "./open-form.ts";
import { EditDates, firstChoice, WhichDates } from "./which-dates.tsx";

const notDeleted = { title: "Error deleting event", otherwise: "An unexpected error occurred" };

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

function DeleteEvent({ event, onDeleted }: DeleteEventProps) {
  const [isAsking, setAsking] = useState(false);
  const { mutateAsync: remove, isPending, error } = useDeleteEvent();
  const deleted = () => {
    toast({ title: "Event deleted" });
    onDeleted();
  };
  const confirm = (occurrence: string | undefined) => {
    setAsking(false);
    remove({ id: event.id, occurrence }).then(deleted, (reason: unknown) => toastError(reason, notDeleted));
  };
  return (
    <>
      <Button variant="danger" icon={Trash2} isBusy={isPending} onClick={() => setAsking(true)}>
        {isPending ? "Deleting..." : "Delete"}
        <Hidden> {event.title}</Hidden>
      </Button>
      <ErrorMessage {...notDeleted} error={error} />
      {isAsking && <DeleteQuestion event={event} onConfirm={confirm} onCancel={() => setAsking(false)} />}
    </>
  );
}

/** The place, and what else is not usual about the event. */
function Details({ event }: { event: ManualEvent }) {
  const { location, category, isActive, seriesId } = event;
  const words = [location, category !== "family" && categoryWords[category]].filter(Boolean).join("\u00a0· ");
  return (
    <>
      <Quiet>{words}</Quiet>
      {seriesId !== null && <Quiet>Changed for this date only.</Quiet>}
      {!isActive && (
        <p>
          <Badge>Not active</Badge>
        </p>
      )}
    </>
  );
}

function Facts({ event }: { event: ManualEvent }) {
  const family = useFamily();
  const { recurrence, startDate, nextDates, people } = event;
  return (
    <>
      {recurrence === null ? (
        <p>
          <Unbroken>{eventSpan(event)}</Unbroken>
        </p>
      ) : (
        <>
          <p>
            <Unbroken>{recurrenceWords(recurrence, startDate)}</Unbroken>
          </p>
          <p>
            <Unbroken>
              {nextDates[0] ? `Next: ${startOf(nextDates[0], event)}` : "It won't happen again."}
            </Unbroken>
          </p>
        </>
      )}
      <Details event={event} />
      {people.length > 0 && <p>{peopleIn(people, family?.name ?? "")}</p>}
    </>
  );
}

interface EventRowProps {
  event: ManualEvent;
  onEdit: () => void;
}

/** A tap anywhere on the row edits the event. */
const EventRow = ({ event, onEdit }: EventRowProps) => (
  <div className={styles.row}>
    <h3>{event.title}</h3>
    <BareButton className={styles.edit} onClick={onEdit}>
      <Hidden>Edit {event.title}</Hidden>
      <Icon of={Pencil} />
    </BareButton>
    <Facts event={event} />
  </div>
);

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
  const deleted = () => {
    openForm.close();
    list.current?.focus({ preventScroll: true });
  };
  const form = edited && (
    <Stack>
      <EventForm
        key={`${edited.id} ${openForm.occurrence}`}
        event={edited}
        occurrence={openForm.occurrence}
        onClose={openForm.close}
      />
      <DeleteEvent event={edited} onDeleted={deleted} />
    </Stack>
  );
  const row = (event: ManualEvent) => (
    <EventRow
      event={event}
      onEdit={() =>
        event.recurrence && event.nextDates[0] ? openForm.ask(event.id) : openForm.edit(event.id)
      }
    />
  );
  return (
    // The list takes the focus when the row that had it is deleted.
    <div ref={list} tabIndex={-1}>
      <Stack>
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
          <Rows isTight>
            {coming.map((event) => (
              <li key={event.id} id={rowId(event.id)} tabIndex={-1}>
                {event === edited ? form : row(event)}
              </li>
            ))}
          </Rows>
        )}
        {over.length > 0 && (
          <MoreOption label={`Earlier events (${over.length})`}>
            <Rows isTight>
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
