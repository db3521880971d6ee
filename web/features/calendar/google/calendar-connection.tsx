import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { ConnectedCalendar } from "#contract/calendar/google.ts";
import { call } from "#web/platform/api/call.ts";
import { useMutation } from "#web/platform/api/mutation.ts";
import { Button } from "#web/ui/action/button.tsx";
import { TallLink } from "#web/ui/action/link.tsx";
import { Actions, Section } from "#web/ui/layout/layout.tsx";
import { Loaded } from "#web/ui/state/loaded.tsx";
import { Skeleton } from "#web/ui/state/loading.tsx";
import { type ActionResult, StatusMessage } from "#web/ui/state/status-message.tsx";
import { Badge } from "#web/ui/surface/badge.tsx";
import { Note } from "#web/ui/surface/note.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { toastError } from "#web/ui/toast/toast-error.ts";
import { useGoogleConnection } from "./authorization.ts";
import { ConnectedCalendars, connectedCalendarsQuery } from "./connected-calendars.tsx";

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
      const shown = toastError(error, { title: "Disconnection Error", otherwise: "Please try again." });
      showResult({ isGood: false, words: shown.message });
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
