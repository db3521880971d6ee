import { useQuery } from "@tanstack/react-query";
import { BellOff, Copy } from "lucide-react";
import { Button, ButtonLink } from "#web/ui/action/button.tsx";
import { TextField } from "#web/ui/form/field.tsx";
import { Actions, Stack } from "#web/ui/layout/layout.tsx";
import { copyLink } from "#web/ui/share-link.ts";
import { ErrorMessage } from "#web/ui/state/error-message.tsx";
import { toastError } from "#web/ui/toast/toast-error.ts";
import { ntfySubscriptionQuery, useStartNtfy, useStopNtfy } from "./queries.ts";

const notChanged = { title: "That was not changed", otherwise: "Please try again." };

/** Opens the topic in the app: https://docs.ntfy.sh/subscribe/phone/#ntfy-links */
function appLink({ protocol, host }: URL, topic: string): string {
  return `ntfy://${host}/${topic}${protocol === "http:" ? "?secure=false" : ""}`;
}

function TurnOn() {
  const { mutate: start, isPending, error } = useStartNtfy();
  const press = () => start(undefined, { onError: (reason) => toastError(reason, notChanged) });
  return (
    <>
      <p>ntfy is a free app that shows messages on phones and computers.</p>
      <Button isStart isBusy={isPending} busyLabel="Turning on..." onClick={press}>
        Get messages by ntfy
      </Button>
      <ErrorMessage {...notChanged} error={error} />
    </>
  );
}

function Subscription({ server, topic }: { server: string; topic: string }) {
  const { mutate: stop, isPending } = useStopNtfy();
  const press = () => stop(undefined, { onError: (reason) => toastError(reason, notChanged) });
  const address = `${server}/${topic}`;
  return (
    <>
      <TextField
        label="My ntfy address"
        hint="Subscribe to it in the ntfy app. Anyone who has it can read your messages, so keep it private."
        readOnly
        value={address}
        onFocus={({ target }) => target.select()}
      />
      <Actions>
        <ButtonLink href={appLink(new URL(server), topic)}>Open the ntfy app</ButtonLink>
        <Button icon={Copy} onClick={() => copyLink(address)}>
          Copy address
        </Button>
        <Button icon={BellOff} isBusy={isPending} busyLabel="Turning off..." onClick={press}>
          Turn off ntfy
        </Button>
      </Actions>
    </>
  );
}

/** Lets people get messages in the ntfy app, if this server has an ntfy server. */
export function NtfyMessages() {
  const { data } = useQuery(ntfySubscriptionQuery);
  if (!data?.server) return null;
  const { server, topic } = data;
  return (
    <Stack gap={12}>
      <h3>ntfy</h3>
      {topic ? <Subscription server={server} topic={topic} /> : <TurnOn />}
    </Stack>
  );
}
