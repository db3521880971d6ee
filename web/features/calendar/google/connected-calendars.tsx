import { queryOptions } from "@tanstack/react-query";
import { EventCategory } from "#contract/calendar/calendar.ts";
import type { ConnectedCalendar, SharedCalendars } from "#contract/calendar/google.ts";
import { call } from "#web/platform/api/call.ts";
import { useMutation } from "#web/platform/api/mutation.ts";
import { useStoreAnswer } from "#web/platform/api/queries.ts";
import { SelectField } from "#web/ui/form/field.tsx";
import { SavedSwitch } from "#web/ui/form/switch.tsx";
import { Rows, Stack } from "#web/ui/layout/layout.tsx";
import { ErrorMessage } from "#web/ui/state/error-message.tsx";
import { Hidden } from "#web/ui/text.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { toastError } from "#web/ui/toast/toast-error.ts";
import { CategoryOptions } from "../category-options.tsx";
import { EventCounts, LastRead } from "../subscription-state.tsx";

export const connectedCalendarsQuery = queryOptions({
  queryKey: ["calendar-settings", "connected"],
  queryFn: ({ signal }) => call("GET /api/calendar/calendars", undefined, signal),
});

const useShareCalendar = () =>
  useMutation({
    mutationFn: (calendar: SharedCalendars["calendars"][number]) =>
      call("PUT /api/calendar/calendars", { body: { calendars: [calendar] } }),
    onSuccess: useStoreAnswer(connectedCalendarsQuery.queryKey),
  });

const failed = { title: "Your choice was not saved", otherwise: "Please try again." };

interface AboutProps {
  calendar: ConnectedCalendar;
  onChoose: (category: EventCategory) => void;
}

const About = ({ calendar: { name, category }, onChoose }: AboutProps) => (
  <SelectField
    label={
      <>
        What's in this calendar<Hidden>: {name}</Hidden>
      </>
    }
    value={category}
    onChange={({ target }) => onChoose(EventCategory.parse(target.value))}
  >
    <CategoryOptions />
  </SelectField>
);

function Calendar({ calendar }: { calendar: ConnectedCalendar }) {
  const { id, name, isShared, category, freshness, events } = calendar;
  const { mutateAsync: share, error } = useShareCalendar();
  const save = (change: Partial<Pick<ConnectedCalendar, "isShared" | "category">>) =>
    share({ id, isShared, category, ...change }).then(
      () => toast({ title: "Calendars saved" }),
      (reason: unknown) => void toastError(reason, failed),
    );
  return (
    <li>
      <Stack gap={12}>
        <SavedSwitch label={name} isOn={isShared} save={(isOn) => save({ isShared: isOn })} />
        {isShared && <About calendar={calendar} onChoose={(category) => void save({ category })} />}
        {freshness && <LastRead of={freshness} />}
        {events && events.unreadable > 0 && <EventCounts of={events} />}
        <ErrorMessage {...failed} error={error} />
      </Stack>
    </li>
  );
}

/** Lists the account's calendars: whether the family sees each, its category, and when it was read. */
export const ConnectedCalendars = ({ calendars }: { calendars: readonly ConnectedCalendar[] }) => (
  <>
    <h3>Which calendars your family sees</h3>
    <Rows>
      {calendars.map((calendar) => (
        <Calendar key={calendar.id} calendar={calendar} />
      ))}
    </Rows>
  </>
);
