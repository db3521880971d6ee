import { Plus, Share, Smartphone } from "lucide-react";
import { refusalOf } from "#web/api/refusal.ts";
import { Button } from "#web/ui/action/button.tsx";
import { Rows } from "#web/ui/layout/rows.tsx";
import { Icon } from "#web/ui/picture/icon.tsx";
import { type InstallOffer, install } from "./install-offer.ts";

/** Safari has no button for it: these are the steps by hand, with the sign that one has to look for. */
export const AppleSteps = () => (
  <Rows as="ol" isTight>
    <li>
      1. Tap <b>Share</b> <Icon of={Share} /> in Safari.
    </li>
    <li>
      2. Tap <b>Add to Home Screen</b> <Icon of={Plus} />.
    </li>
    <li>
      3. Tap <b>Add</b>. Then open Porchlight from there.
    </li>
  </Rows>
);

interface InstallButtonProps {
  offer: InstallOffer;
  onInstalled?: () => void;
}

export function InstallButton({ offer, onInstalled }: InstallButtonProps) {
  const press = () =>
    install(offer).then(
      (isInstalled) => isInstalled && onInstalled?.(),
      (error: unknown) =>
        refusalOf(error, { title: "Porchlight was not added", otherwise: "Please try again." }),
    );
  return (
    <Button isStart icon={Smartphone} onClick={press}>
      Add to my home screen
    </Button>
  );
}
