import { useQuery } from "@tanstack/react-query";
import { BellOff } from "lucide-react";
import type { PushSubscription } from "#contract/messages.ts";
import { isApplePhoneOrTablet } from "#web/features/installation/platform.ts";
import { Button } from "#web/ui/action/button.tsx";
import { Row, Rows } from "#web/ui/layout/layout.tsx";
import { Loaded } from "#web/ui/state/loaded.tsx";
import { Skeleton } from "#web/ui/state/loading.tsx";
import { Note } from "#web/ui/surface/note.tsx";
import { Hidden, Quiet } from "#web/ui/text.tsx";
import { ShortDate } from "#web/ui/time/times.tsx";
import { toastError } from "#web/ui/toast/toast-error.ts";
import { messagesHereQuery, pushSubscriptionsQuery, useForgetDevice, useStopMessages } from "./queries.ts";
import type { MessagesHere as State } from "./subscription.ts";
import { TurnOnButton } from "./turn-on-button.tsx";

const notChanged = { title: "That was not changed", otherwise: "Please try again." };

const TurnOn = () => (
  <>
    <p>You don't get messages on this device.</p>
    <TurnOnButton />
  </>
);

function TurnOff() {
  const { mutate: stop, isPending } = useStopMessages();
  const press = () => stop(undefined, { onError: (error) => toastError(error, notChanged) });
  return (
    <>
      <Note kind="success" title="You get messages on this device." />
      <Button isStart icon={BellOff} isBusy={isPending} busyLabel="Turning off..." onClick={press}>
        Turn off messages here
      </Button>
    </>
  );
}

export const Blocked = () => (
  <Note kind="warn" title="This browser blocks messages from Porchlight">
    <p>
      {isApplePhoneOrTablet()
        ? "Open the Settings of this device, then Notifications, then Porchlight. Turn on Allow Notifications."
        : "Tap the icon to the left of the address, or open your browser's settings. Find Notifications and allow them."}
    </p>
  </Note>
);

const Uninstalled = () => (
  <p>
    Only an app on the home screen gets messages here. Under “More”, “On my home screen” says how to add it.
  </p>
);

const Unsupported = () => (
  <p>This browser can't show messages. “How messages reach me” says how you get them instead.</p>
);

const views: Record<State, () => React.JSX.Element> = {
  on: TurnOff,
  off: TurnOn,
  blocked: Blocked,
  uninstalled: Uninstalled,
  unsupported: Unsupported,
};

/** Shows whether messages are on for this device, and lets the person change it. */
function MessagesHere() {
  const state = useQuery(messagesHereQuery);
  return (
    <Loaded of={state} name="the message settings of this device" skeleton={<Skeleton shape="row" />}>
      {(state) => {
        const View = views[state];
        return <View />;
      }}
    </Loaded>
  );
}

function OtherDevice({ device }: { device: PushSubscription }) {
  const { deviceName, createdAt, provenAt } = device;
  const { mutate: forget, isPending } = useForgetDevice();
  const press = () =>
    forget(device, {
      onError: (error) =>
        toastError(error, { title: "That was not changed", otherwise: "Please try again." }),
    });
  return (
    <li>
      <Row>
        <div>
          <p>
            <b>{deviceName}</b>
          </p>
          <Quiet>
            {provenAt ? "Last message" : "Since"} <ShortDate at={provenAt ?? createdAt} />
          </Quiet>
        </div>
        <Button isBusy={isPending} busyLabel="Turning off..." onClick={press}>
          Turn off<Hidden> messages on {deviceName}</Hidden>
        </Button>
      </Row>
    </li>
  );
}

/** This device, and the others that get messages. */
export function Devices() {
  const { data: devices = [] } = useQuery(pushSubscriptionsQuery);
  const others = devices.filter(({ isThisOne }) => !isThisOne);
  return (
    <>
      <MessagesHere />
      {others.length > 0 && (
        <>
          <h3>You also get messages on</h3>
          <Rows>
            {others.map((device) => (
              <OtherDevice key={device.id} device={device} />
            ))}
          </Rows>
        </>
      )}
    </>
  );
}
