import { useQuery } from "@tanstack/react-query";
import { BellOff, Copy } from "lucide-react";
import { isAndroid } from "#web/features/installation/platform.ts";
import { Button, ButtonLink } from "#web/ui/action/button.tsx";
import { TextField } from "#web/ui/form/field.tsx";
import { Actions, Section } from "#web/ui/layout/layout.tsx";
import { copyLink } from "#web/ui/share-link.ts";
import { toastError } from "#web/ui/toast/toast-error.ts";
import { ntfySubscriptionQuery, useStartNtfy, useStopNtfy } from "./queries.ts";

const notChanged = { title: "That was not changed", otherwise: "Please try again." };

/** Only Android knows links to the app: https://docs.ntfy.sh/subscribe/phone/#ntfy-links. Elsewhere it opens in a browser. */
function linkTo(address: string): string {
  if (!isAndroid()) return address;
  const { protocol, host, pathname } = new URL(address);
  return `ntfy://${host}${pathname}${protocol === "http:" ? "?secure=false" : ""}`;
}

function TurnOn() {
  const { mutate: start, isPending } = useStartNtfy();
  const press = () => start(undefined, { onError: (reason) => toastError(reason, notChanged) });
  return (
    <>
      <p>ntfy is a free app that shows messages on phones and computers.</p>
      <Button isStart isBusy={isPending} busyLabel="Turning on..." onClick={press}>
        Get messages by ntfy
      </Button>
    </>
  );
}

function Subscription({ address }: { address: string }) {
  const { mutate: stop, isPending } = useStopNtfy();
  const press = () => stop(undefined, { onError: (reason) => toastError(reason, notChanged) });
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
        <ButtonLink href={linkTo(address)}>Open ntfy</ButtonLink>
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
export function NtfySection() {
  const { data } = useQuery(ntfySubscriptionQuery);
  if (!data?.server) return null;
  const { server, topic } = data;
  return (
    <Section title="Messages by ntfy">
      {topic ? <Subscription address={`${server}/${topic}`} /> : <TurnOn />}
    </Section>
  );
}
