import { useMutation, useQueryClient } from "@tanstack/react-query";
import { disconnectCalendar } from "#contract/calendar-connection.ts";
import { Outcome, type Told } from "#web/accounts/outcome.tsx";
import { call } from "#web/api/call.ts";
import { refusalOf } from "#web/api/refusal.ts";
import { Button } from "#web/ui/action/button.tsx";
import { TallLink } from "#web/ui/action/tall-link.tsx";
import { Section } from "#web/ui/layout/section.tsx";
import { Badge } from "#web/ui/surface/badge.tsx";
import { Note } from "#web/ui/surface/note.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { useConnecting } from "./connecting.ts";

const disconnected = "Porchlight cannot read your Google Calendar any more.";

function useDisconnect(tell: (told?: Told) => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => call(disconnectCalendar),
    onMutate: () => tell(),
    onSuccess: () => {
      toast({ title: "Disconnected", description: disconnected });
      tell({ isGood: true, words: disconnected });
      return queries.invalidateQueries({ queryKey: ["calendar-settings"] });
    },
    onError: (error) => {
      const refusal = refusalOf(error, { title: "Disconnection Error", otherwise: "Please try again." });
      tell({ isGood: false, words: refusal.message });
    },
  });
}

const Blocked = ({ address }: { address: string }) => (
  <Note kind="warn" isAlert title="Your browser did not open the window.">
    <p>Please open it by this link.</p>
    <TallLink href={address} target="_blank">
      Open Google
    </TallLink>
  </Note>
);

/** Connect and Disconnect, and what has come of them. */
export function CalendarConnection({ isConnected }: { isConnected: boolean }) {
  const { start, isBusy, blocked, told, tell } = useConnecting();
  const { mutate: disconnect, isPending } = useDisconnect(tell);
  return (
    <Section title="Google Calendar">
      <p>{isConnected ? <Badge kind="success">Connected</Badge> : <Badge>Not connected</Badge>}</p>
      <p>Porchlight can only read your calendar. It cannot change it.</p>
      <p>Home does not show what is in it yet.</p>
      {isConnected ? (
        <Button isStart isBusy={isPending} busyLabel="Disconnecting..." onClick={() => disconnect()}>
          Disconnect
        </Button>
      ) : (
        <Button isStart isBusy={isBusy} busyLabel="Connecting..." onClick={() => void start()}>
          Connect
        </Button>
      )}
      {!isConnected && blocked && <Blocked address={blocked} />}
      <Outcome of={told} />
    </Section>
  );
}
