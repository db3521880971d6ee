import { useQuery } from "@tanstack/react-query";
import { ArrowRight, Send } from "lucide-react";
import { useEffect } from "react";
import { callName } from "#contract/call-name.ts";
import type { Family } from "#contract/families.ts";
import type { Channel } from "#contract/messages.ts";
import { useFamily } from "#web/features/families/queries.ts";
import { HowToInstall } from "#web/features/installation/how-to-install.tsx";
import { Blocked } from "#web/features/messages/devices.tsx";
import { messagesHereQuery, pushSubscriptionsQuery } from "#web/features/messages/queries.ts";
import type { MessagesHere } from "#web/features/messages/subscription.ts";
import { TurnOnButton } from "#web/features/messages/turn-on-button.tsx";
import { Button, TallButton } from "#web/ui/action/button.tsx";
import { Stack } from "#web/ui/layout/layout.tsx";
import { Page } from "#web/ui/page/page.tsx";
import { ErrorMessage } from "#web/ui/state/error-message.tsx";
import { Note } from "#web/ui/surface/note.tsx";
import { Lead } from "#web/ui/text.tsx";
import { useSendOwnTest } from "./queries.ts";

/** The states of a device that does not get messages yet, but can. */
const possible: readonly (MessagesHere | undefined)[] = ["off", "uninstalled"];

/** Whether this device could get messages and does not, as it was when first asked. */
export function useLacksAlerts(): boolean {
  const { data } = useQuery(messagesHereQuery);
  return possible.includes(data);
}

const list = new Intl.ListFormat("en-US");

/** Who asks the family for help: "Rose and Walter". */
function askersIn(family: Family | undefined): string {
  const seniors = family?.members.filter(({ role }) => role === "grandparent") ?? [];
  return list.format(seniors.map(({ name }) => callName(name, family?.name ?? ""))) || "your family";
}

const failed = { title: "No test was sent", otherwise: "Please try again." };

function testWords(sentBy: readonly Channel[] | undefined): string {
  if (!sentBy) return "We are sending a test to this device...";
  return sentBy.length > 0
    ? "We sent a test to this device. It comes in a moment."
    : "The test could not be sent. Please try again in a minute.";
}

/** Sends a test by itself, and says when it has arrived on this device. */
function Test({ askers }: { askers: string }) {
  const { mutate: send, isPending, data: sent, error } = useSendOwnTest();
  const { data: devices = [] } = useQuery(pushSubscriptionsQuery);
  useEffect(() => send("push"), [send]);
  const hasArrived = devices.some(({ isThisOne, provenAt }) => isThisOne && provenAt !== null);
  return (
    <>
      <div role="status">
        {hasArrived ? (
          <Note kind="success" title={`The test arrived. This is how ${askers} can reach you.`} />
        ) : (
          <p>{testWords(sent?.sentBy)}</p>
        )}
      </div>
      <ErrorMessage {...failed} error={error} />
      {!hasArrived && (
        <Button isStart icon={Send} isBusy={isPending} busyLabel="Sending..." onClick={() => send("push")}>
          Send another test
        </Button>
      )}
    </>
  );
}

const NotInstalled = () => (
  <>
    <p>On this device, that takes one step first: put Porchlight next to your other apps.</p>
    <HowToInstall />
    <p>Open it from there, and turn on messages under “Me”.</p>
  </>
);

interface AlertsStepProps {
  onDone: () => void;
}

/** The last step of joining for those who help: messages on this device, and a test that shows that they arrive. */
export function AlertsStep({ onDone }: AlertsStepProps) {
  const { data: here } = useQuery(messagesHereQuery);
  const askers = askersIn(useFamily());
  const title = `Let ${askers} reach you`;
  const isOn = here === "on";
  return (
    <Page title="Let your family reach you">
      <Stack gap={24} isNarrow>
        <h1>{title}</h1>
        <Lead>
          When {askers === "your family" ? "someone" : askers} asks for help, this device tells you at once.
        </Lead>
        {here === "off" && <TurnOnButton variant="primary" label="Turn on alerts" />}
        {here === "blocked" && <Blocked />}
        {here === "uninstalled" && <NotInstalled />}
        {isOn && <Test askers={askers} />}
        {isOn ? (
          <Button variant="primary" isStart iconAfter={ArrowRight} onClick={onDone}>
            Continue
          </Button>
        ) : (
          <TallButton onClick={onDone}>Not now</TallButton>
        )}
      </Stack>
    </Page>
  );
}
