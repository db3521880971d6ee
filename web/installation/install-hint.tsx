import { Smartphone } from "lucide-react";
import { useState } from "react";
import { Button } from "#web/ui/action/button.tsx";
import { Actions } from "#web/ui/layout/row.tsx";
import { Stack } from "#web/ui/layout/stack.tsx";
import { Note } from "#web/ui/surface/note.tsx";
import { dismiss, isDismissed } from "./dismissal.ts";
import { AppleSteps, InstallButton } from "./how-to-install.tsx";
import { useInstallOffer } from "./install-offer.ts";
import { isApplePhoneOrTablet, isInstalled } from "./platform.ts";

const isTouched = (): boolean => matchMedia("(pointer: coarse)").matches;

/** On a phone or tablet, until somebody says "Not now": how Porchlight comes to the home screen. */
export function InstallHint() {
  const offer = useInstallOffer();
  const [isOver, setOver] = useState(isDismissed);
  const isApple = isApplePhoneOrTablet();
  if (isOver || isInstalled() || !isTouched() || !(offer || isApple)) return null;
  const end = () => {
    dismiss();
    setOver(true);
  };
  return (
    <Note icon={Smartphone} title="Keep Porchlight on your home screen">
      <Stack gap={12}>
        <p>It opens with one tap, like your other apps.</p>
        {!offer && <AppleSteps />}
        <Actions>
          {offer && <InstallButton offer={offer} onInstalled={end} />}
          <Button variant="quiet" onClick={end}>
            Not now
          </Button>
        </Actions>
      </Stack>
    </Note>
  );
}
