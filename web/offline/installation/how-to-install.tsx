import { EllipsisVertical, type LucideIcon, Share, Smartphone, SquarePlus } from "lucide-react";
import type { ReactNode } from "react";
import { refusalOf } from "#web/api/refusal.ts";
import { Button } from "#web/ui/action/button.tsx";
import { Rows } from "#web/ui/layout/rows.tsx";
import { Stack } from "#web/ui/layout/stack.tsx";
import { Icon } from "#web/ui/picture/icon.tsx";
import { type InstallOffer, install, useInstallOffer } from "./install-offer.ts";
import { type ByHand, byHandOn, isTablet } from "./platform.ts";
import { ShareDrawing } from "./share-drawing.tsx";
import styles from "./sign.module.css";

/** Within a line, as it looks on the device. */
const Sign = ({ of }: { of: LucideIcon }) => (
  <span className={styles.sign}>
    <Icon of={of} />
  </span>
);

const Steps = ({ children }: { children: ReactNode }) => (
  <Rows as="ol" isTight>
    {children}
  </Rows>
);

/** Safari has no button for it: these are the steps by hand, with the sign that one has to look for. */
const Sharing = () => (
  <Stack gap={12}>
    <ShareDrawing isTablet={isTablet()} />
    <Steps>
      <li>
        1. Tap <b>Share</b> <Sign of={Share} />. If you do not see it, tap the three dots first.
      </li>
      <li>
        2. Tap <b>Add to Home Screen</b> <Sign of={SquarePlus} />. You may have to scroll down to it.
      </li>
      <li>
        3. Tap <b>Add</b>. Then open Porchlight from there.
      </li>
    </Steps>
  </Stack>
);

const Menu = () => (
  <Steps>
    <li>
      1. Open the menu of your browser <Sign of={EllipsisVertical} />.
    </li>
    <li>
      2. Tap <b>Add to Home screen</b>, or <b>Install</b>.
    </li>
    <li>3. Then open Porchlight from there.</li>
  </Steps>
);

const Leaving = () => (
  <Steps>
    <li>1. You're in another app right now. Open its menu, three dots or a compass.</li>
    <li>
      2. Tap <b>Open in browser</b>. Then look here again.
    </li>
  </Steps>
);

const steps: Record<ByHand, () => React.JSX.Element> = { share: Sharing, menu: Menu, leave: Leaving };

function StepsByHand({ of }: { of: ByHand }) {
  const Steps = steps[of];
  return <Steps />;
}

interface HowToInstallProps {
  onInstalled?: () => void;
}

function InstallButton({ offer, onInstalled }: HowToInstallProps & { offer: InstallOffer }) {
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

/** By one button where the browser offers it, by hand elsewhere. */
export function HowToInstall({ onInstalled }: HowToInstallProps) {
  const offer = useInstallOffer();
  const byHand = byHandOn();
  if (offer) return <InstallButton offer={offer} {...(onInstalled && { onInstalled })} />;
  return byHand ? <StepsByHand of={byHand} /> : null;
}
