import { useQuery } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useRef } from "react";
import type { Passkey } from "#contract/accounts/passkeys.ts";
import { Button } from "#web/ui/action/button.tsx";
import { Row, Rows } from "#web/ui/layout/layout.tsx";
import { ErrorMessage } from "#web/ui/state/error-message.tsx";
import { Loaded } from "#web/ui/state/loaded.tsx";
import { Skeleton } from "#web/ui/state/loading.tsx";
import { Hidden, Quiet } from "#web/ui/text.tsx";
import { ShortDate } from "#web/ui/time/times.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { toastError } from "#web/ui/toast/toast-error.ts";
import { passkeyProblemOf } from "./passkey-problem.ts";
import { passkeysQuery, useAddPasskey, useRemovePasskey } from "./queries.ts";

const notAdded = "No passkey was added";
const notRemoved = "Your passkey is still here";

const Used = ({ passkey: { createdAt, lastUsedAt } }: { passkey: Passkey }) => (
  <Quiet>
    {lastUsedAt ? "Last used" : "Not used yet. Added"} <ShortDate at={lastUsedAt ?? createdAt} />
  </Quiet>
);

interface PasskeyRowProps {
  passkey: Passkey;
  onRemoved: () => void;
}

function PasskeyRow({ passkey, onRemoved }: PasskeyRowProps) {
  const { mutateAsync: remove, isPending, error } = useRemovePasskey();
  const removed = () => {
    toast({ title: "Passkey removed", description: passkey.name });
    onRemoved();
  };
  const press = () =>
    remove(passkey.id).then(removed, (reason: unknown) =>
      toastError(reason, { title: notRemoved, otherwise: passkeyProblemOf(reason) }),
    );
  return (
    <li>
      <Row>
        <div>
          <p>
            <b>{passkey.name}</b>
          </p>
          <Used passkey={passkey} />
        </div>
        <Button isBusy={isPending} busyLabel="Removing..." onClick={press}>
          Remove<Hidden> the passkey of {passkey.name}</Hidden>
        </Button>
      </Row>
      <ErrorMessage title={notRemoved} otherwise={passkeyProblemOf(error)} error={error} />
    </li>
  );
}

/** The person's passkeys, in "Me". */
export function OwnPasskeys() {
  const passkeys = useQuery(passkeysQuery);
  const { mutate: add, isPending, error } = useAddPasskey();
  const addButton = useRef<HTMLButtonElement>(null);
  const press = () =>
    add(undefined, {
      onSuccess: ({ name }) => toast({ title: "Passkey added", description: name }),
      onError: (reason) => toastError(reason, { title: notAdded, otherwise: passkeyProblemOf(reason) }),
    });
  return (
    <>
      <p>
        A passkey lets you sign in the way you unlock this device: with your finger, your face or its PIN. You
        don't need one.
      </p>
      <Loaded of={passkeys} name="your passkeys" skeleton={<Skeleton shape="row" />}>
        {(passkeys) =>
          passkeys.length > 0 && (
            <Rows>
              {passkeys.map((passkey) => (
                <PasskeyRow key={passkey.id} passkey={passkey} onRemoved={() => addButton.current?.focus()} />
              ))}
            </Rows>
          )
        }
      </Loaded>
      <Button
        ref={addButton}
        icon={KeyRound}
        isStart
        isBusy={isPending}
        busyLabel="Waiting for your device..."
        onClick={press}
      >
        Add a passkey
      </Button>
      <ErrorMessage title={notAdded} otherwise={passkeyProblemOf(error)} error={error} />
    </>
  );
}
