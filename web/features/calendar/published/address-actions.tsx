import { RefreshCw, Trash2 } from "lucide-react";
import { useState } from "react";
import { Button } from "#web/ui/action/button.tsx";
import { Confirmation } from "#web/ui/dialog/dialog.tsx";
import { Actions } from "#web/ui/layout/layout.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { toastError } from "#web/ui/toast/toast-error.ts";
import { useEndAddress, useMakeAddress } from "./queries.ts";

const otherwise = "Please try again.";

function ReplaceAddress({ onClose }: { onClose: () => void }) {
  const { mutateAsync: make, isPending } = useMakeAddress();
  const confirm = () =>
    make()
      .then(
        () => toast({ title: "You have a new address" }),
        (reason: unknown) => toastError(reason, { title: "You still have the old address", otherwise }),
      )
      .then(onClose);
  return (
    <Confirmation
      title="Make a new address?"
      detail="Apps with the old address will stop showing the family's events. Please give them the new one."
      confirmLabel={isPending ? "Making it..." : "Make a new address"}
      icon={RefreshCw}
      isBusy={isPending}
      onConfirm={confirm}
      onCancel={onClose}
    />
  );
}

function RemoveAddress({ onClose }: { onClose: () => void }) {
  const { mutateAsync: end, isPending } = useEndAddress();
  const confirm = () =>
    end().then(
      () => toast({ title: "Your address has been removed" }),
      (reason: unknown) => {
        toastError(reason, { title: "Your address is still there", otherwise });
        onClose();
      },
    );
  return (
    <Confirmation
      title="Remove your address?"
      detail="Apps that use it will stop showing the family's events. You can make another one later."
      confirmLabel={isPending ? "Removing..." : "Remove my address"}
      icon={Trash2}
      isBusy={isPending}
      onConfirm={confirm}
      onCancel={onClose}
    />
  );
}

/** Replaces or removes an address that somebody else got hold of. */
export function AddressActions() {
  const [asking, setAsking] = useState<"replace" | "remove">();
  const close = () => setAsking(undefined);
  return (
    <>
      <Actions>
        <Button onClick={() => setAsking("replace")}>Make a new address</Button>
        <Button onClick={() => setAsking("remove")}>Remove my address</Button>
      </Actions>
      {asking === "replace" && <ReplaceAddress onClose={close} />}
      {asking === "remove" && <RemoveAddress onClose={close} />}
    </>
  );
}
