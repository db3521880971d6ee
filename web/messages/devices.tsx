import { useQuery } from "@tanstack/react-query";
import type { PushSubscription } from "#contract/messages.ts";
import { refusalOf } from "#web/api/refusal.ts";
import { Button } from "#web/ui/action/button.tsx";
import { Row } from "#web/ui/layout/row.tsx";
import { Rows } from "#web/ui/layout/rows.tsx";
import { Hidden, Quiet } from "#web/ui/text.tsx";
import { shortDate } from "#web/ui/time/dates.ts";
import { MessagesHere } from "./messages-here.tsx";
import { pushSubscriptionsQuery, useForgetDevice } from "./queries.ts";

function OtherDevice({ device }: { device: PushSubscription }) {
  const { deviceName, createdAt, provenAt } = device;
  const { mutate: forget, isPending } = useForgetDevice();
  const press = () =>
    forget(device, {
      onError: (error) => refusalOf(error, { title: "That was not changed", otherwise: "Please try again." }),
    });
  return (
    <li>
      <Row>
        <div>
          <p>
            <b>{deviceName}</b>
          </p>
          <Quiet>
            {provenAt ? "Last message" : "Since"}{" "}
            <time dateTime={provenAt ?? createdAt}>{shortDate(provenAt ?? createdAt)}</time>
          </Quiet>
        </div>
        <Button isBusy={isPending} busyLabel="Turning off..." onClick={press}>
          Turn off<Hidden> messages on {deviceName}</Hidden>
        </Button>
      </Row>
    </li>
  );
}

/** This one, and which others are told. */
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
