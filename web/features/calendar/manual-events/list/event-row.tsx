import { Pencil } from "lucide-react";
import type { ManualEvent } from "#contract/calendar/manual-events.ts";
import { recurrenceWords } from "#contract/calendar/recurrence-words.ts";
import { useFamily } from "#web/features/families/queries.ts";
import { Button } from "#web/ui/action/button.tsx";
import { Switch } from "#web/ui/form/switch.tsx";
import { Actions, Row, Stack } from "#web/ui/layout/layout.tsx";
import { ErrorMessage } from "#web/ui/state/error-message.tsx";
import { Badge } from "#web/ui/surface/badge.tsx";
import { Hidden, Quiet, Unbroken } from "#web/ui/text.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { toastError } from "#web/ui/toast/toast-error.ts";
import { categoryWords, peopleIn } from "../../event-words.ts";
import { eventSpan, startOf } from "../event-dates.ts";
import { useSaveEvent } from "../queries.ts";
import { DeleteEvent } from "./delete-event.tsx";

interface EventRowProps {
  event: ManualEvent;
  onEdit: () => void;
  onDeleted: () => void;
}

function Facts({ event }: { event: ManualEvent }) {
  const family = useFamily();
  const { recurrence, startDate, nextDates, people } = event;
  return (
    <Stack gap={4}>
      <h3>{event.title}</h3>
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
      <Quiet>{event.location}</Quiet>
      {people.length > 0 && <p>{peopleIn(people, family?.name ?? "")}</p>}
      {event.seriesId !== null && <Quiet>Changed for this date only.</Quiet>}
      <p>
        <Badge>{categoryWords[event.category]}</Badge>
      </p>
    </Stack>
  );
}

const failed = { title: "Error updating event", otherwise: "An unexpected error occurred" };

function ActiveSwitch({ event }: { event: ManualEvent }) {
  const { id, title, startDate, endDate, location } = event;
  const { mutateAsync: save, variables, isPending, error } = useSaveEvent({ id });
  const press = (isActive: boolean) =>
    save({ title, startDate, endDate, location, isActive }).then(
      () => toast({ title: "Event updated" }),
      (reason: unknown) => toastError(reason, failed),
    );
  return (
    <>
      <Switch
        isInline
        label={
          <>
            Active<Hidden>: {title}</Hidden>
          </>
        }
        checked={isPending ? variables.isActive === true : event.isActive}
        onChange={({ target }) => press(target.checked)}
      />
      <ErrorMessage {...failed} error={error} />
    </>
  );
}

/** A row with an event and its actions. */
export const EventRow = ({ event, onEdit, onDeleted }: EventRowProps) => (
  <Row>
    <Facts event={event} />
    <Actions>
      <ActiveSwitch event={event} />
      {/* The two buttons stay together even if the switch wraps. */}
      <Actions>
        <Button icon={Pencil} onClick={onEdit}>
          Edit<Hidden> {event.title}</Hidden>
        </Button>
        <DeleteEvent event={event} onDeleted={onDeleted} />
      </Actions>
    </Actions>
  </Row>
);
