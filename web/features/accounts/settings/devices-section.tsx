import type { Account } from "#contract/accounts/accounts.ts";
import { Button } from "#web/ui/action/button.tsx";
import { Row, Rows, Section } from "#web/ui/layout/layout.tsx";
import { ErrorMessage } from "#web/ui/state/error-message.tsx";
import { Badge } from "#web/ui/surface/badge.tsx";
import { Hidden, Quiet } from "#web/ui/text.tsx";
import { ShortDate } from "#web/ui/time/times.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { toastError } from "#web/ui/toast/toast-error.ts";
import { useSignOutDevice, useSignOutElsewhere } from "../queries.ts";

type Device = Account["devices"][number];

const failed = { title: "Still signed in there", otherwise: "Please try again." };
const notSignedOut = (error: unknown) => toastError(error, failed);

function DeviceRow({ device }: { device: Device }) {
  const { mutateAsync: signOut, isPending, error } = useSignOutDevice();
  const press = () =>
    signOut(device.id).then(() => toast({ title: "Signed out", description: device.name }), notSignedOut);
  return (
    <li>
      <Row>
        <div>
          <p>
            <b>{device.name}</b>
          </p>
          <Quiet>
            Last used <ShortDate at={device.lastUsedAt} />
          </Quiet>
        </div>
        {device.isThisOne ? (
          <Badge>This device</Badge>
        ) : (
          <Button isBusy={isPending} onClick={press}>
            {isPending ? "Signing out..." : "Sign out"}
            <Hidden> {device.name}</Hidden>
          </Button>
        )}
      </Row>
      <ErrorMessage {...failed} error={error} />
    </li>
  );
}

export function DevicesSection({ account: { devices } }: { account: Account }) {
  const { mutate: signOut, isPending, error } = useSignOutElsewhere();
  const press = () =>
    signOut(undefined, {
      onSuccess: () => toast({ title: "Signed out everywhere else" }),
      onError: notSignedOut,
    });
  return (
    <Section title="Where I am signed in">
      <Rows>
        {devices.map((device) => (
          <DeviceRow key={device.id} device={device} />
        ))}
      </Rows>
      {devices.length > 1 && (
        <Button isStart isBusy={isPending} busyLabel="Signing out..." onClick={press}>
          Sign out everywhere else
        </Button>
      )}
      <ErrorMessage {...failed} error={error} />
    </Section>
  );
}
