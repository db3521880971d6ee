import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { EventCategory } from "#contract/calendar/calendar.ts";
import type { ConnectedCalendar, SharedCalendars } from "#contract/calendar/google.ts";
import { call } from "#web/platform/api/call.ts";
import { useMutation } from "#web/platform/api/mutation.ts";
import { useStoreAnswer } from "#web/platform/api/queries.ts";
import { Button } from "#web/ui/action/button.tsx";
import { TallLink } from "#web/ui/action/link.tsx";
import { SelectField } from "#web/ui/form/field.tsx";
import { SavedSwitch } from "#web/ui/form/switch.tsx";
import { Actions, Rows, Section, Stack } from "#web/ui/layout/layout.tsx";
import { ErrorMessage } from "#web/ui/state/error-message.tsx";
import { Loaded } from "#web/ui/state/loaded.tsx";
import { Skeleton } from "#web/ui/state/loading.tsx";
import { type ActionResult, StatusMessage } from "#web/ui/state/status-message.tsx";
import { Badge } from "#web/ui/surface/badge.tsx";
import { Note } from "#web/ui/surface/note.tsx";
import { Hidden } from "#web/ui/text.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { toastError } from "#web/ui/toast/toast-error.ts";
import { CategoryOptions, EventCounts, LastRead } from "../subscribed-calendar.tsx";
import { useGoogleConnection } from "./authorization.ts";

const connectedCalendarsQuery = queryOptions({
  queryKey: ["calendar-settings", "connected"],
  queryFn: ({ signal }) => call("GET /api/calendar/calendars", undefined, signal),
});

const useShareCalendar = () =>
  useMutation({
    mutationFn: (calendar: SharedCalendars["calendars"][number]) =>
      call("PUT /api/calendar/calendars", { body: { calendars: [calendar] } }),
    onSuccess: useStoreAnswer(connectedCalendarsQuery.queryKey),
  });

const notSaved = { title: "Your choice was not saved", otherwise: "Please try again." };

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
      (reason: unknown) => void toastError(reason, notSaved),
    );
  return (
    <li>
      <Stack gap={12}>
        <SavedSwitch label={name} isOn={isShared} save={(isOn) => save({ isShared: isOn })} />
        {isShared && <About calendar={calendar} onChoose={(category) => void save({ category })} />}
        {freshness && <LastRead of={freshness} />}
        {events && events.unreadable > 0 && <EventCounts of={events} />}
        <ErrorMessage {...notSaved} error={error} />
      </Stack>
    </li>
  );
}

/** Lists the account's calendars: whether the family sees each, its category, and when it was read. */
const ConnectedCalendars = ({ calendars }: { calendars: readonly ConnectedCalendar[] }) => (
  <>
    <h3>Which calendars your family sees</h3>
    <Rows>
      {calendars.map((calendar) => (
        <Calendar key={calendar.id} calendar={calendar} />
      ))}
    </Rows>
  </>
);

const disconnected = "Porchlight can no longer read your Google Calendar.";

function useDisconnect(showResult: (result?: ActionResult) => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => call("POST /api/calendar/disconnect"),
    onMutate: () => showResult(),
    onSuccess: () => {
      toast({ title: "Disconnected", description: disconnected });
      showResult({ isGood: true, words: disconnected });
      return queries.invalidateQueries({ queryKey: ["calendar-settings"] });
    },
    onError: (error) => {
      const refusal = toastError(error, { title: "Disconnection Error", otherwise: "Please try again." });
      showResult({ isGood: false, words: refusal.message });
    },
  });
}

const Blocked = ({ address }: { address: string }) => (
  <Note kind="warn" isAlert title="Your browser did not open the window.">
    <p>Please open it with this link.</p>
    <TallLink href={address} target="_blank">
      Open Google
    </TallLink>
  </Note>
);

const revoked = (
  <Note kind="warn" title="Porchlight no longer has permission to read your calendar.">
    <p>Home still shows what we read last. Please reconnect it.</p>
  </Note>
);

/** Leaves out why the calendar could not be read, because one note says so for all of them. */
const withoutFailure = (calendar: ConnectedCalendar): ConnectedCalendar => ({
  ...calendar,
  freshness: calendar.freshness && { ...calendar.freshness, failure: null },
});

const skeleton = <Skeleton shape="row" />;

/** Connects and disconnects the Google account, and shows which of its calendars the family sees. */
export function CalendarConnection({ isConnected }: { isConnected: boolean }) {
  const { start, isBusy, blocked, result, showResult } = useGoogleConnection(isConnected);
  const { mutate: disconnect, isPending } = useDisconnect(showResult);
  const connected = useQuery(connectedCalendarsQuery);
  const isRevoked = !isConnected && connected.data?.isRevoked === true;
  return (
    <Section title="Google Calendar">
      <p>{isConnected ? <Badge kind="success">Connected</Badge> : <Badge>Not connected</Badge>}</p>
      <p>Porchlight can only read your calendar. It cannot change it.</p>
      {isRevoked && revoked}
      {(isConnected || isRevoked) && (
        <Loaded of={connected} name="Google calendars" skeleton={skeleton}>
          {({ calendars }) => (
            <ConnectedCalendars calendars={isRevoked ? calendars.map(withoutFailure) : calendars} />
          )}
        </Loaded>
      )}
      <Actions>
        {!isConnected && (
          <Button
            {...(isRevoked && { variant: "primary" as const })}
            isBusy={isBusy}
            busyLabel="Connecting..."
            onClick={() => void start()}
          >
            {isRevoked ? "Connect again" : "Connect"}
          </Button>
        )}
        {(isConnected || isRevoked) && (
          <Button isBusy={isPending} busyLabel="Disconnecting..." onClick={() => disconnect()}>
            Disconnect
          </Button>
        )}
      </Actions>
      {!isConnected && blocked && <Blocked address={blocked} />}
      <StatusMessage of={result} />
    </Section>
  );
}
