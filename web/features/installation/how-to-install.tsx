import { EllipsisVertical, type LucideIcon, Menu, Share, Smartphone, SquarePlus } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "#web/ui/action/button.tsx";
import { Rows, Stack } from "#web/ui/layout/layout.tsx";
import { Icon } from "#web/ui/picture/icon.tsx";
import { toastError } from "#web/ui/toast/toast-error.ts";
import { type InstallOffer, install, useInstallOffer } from "./install-offer.ts";
import styles from "./installation.module.css";
import { type BrowserMenu, type ByHand, byHandOn, isSafari, isTablet, menuOn } from "./platform.ts";

/** Safari's toolbar, with a ring around the Share icon. */
const Toolbar = ({ y }: { y: number }) => (
  <g transform={`translate(0 ${y})`}>
    <path
      className={styles.other}
      d="M28 6l-9 9 9 9M70 6l9 9-9 9M186 8h18v16h-18z M182 20v-16h18 M222 9h20M222 15h20M222 21h20"
    />
    <circle className={styles.ring} cx="132" cy="15" r="21" />
    <path className={styles.sign} d="M126 11h-4v15h20v-15h-4M132 19v-16M126 8l6-6 6 6" />
  </g>
);

interface ShareDrawingProps {
  /** The toolbar of a tablet is above the page. */
  isTablet: boolean;
}

/** Shows where the Share icon is. The text beside it says the same. */
const ShareDrawing = ({ isTablet }: ShareDrawingProps) => (
  <svg className={styles.drawing} viewBox="0 0 264 112" aria-hidden="true">
    <path
      className={styles.edge}
      d={
        isTablet
          ? "M2 112V18A16 16 0 0 1 18 2h228a16 16 0 0 1 16 16v94"
          : "M2 0v94a16 16 0 0 0 16 16h228a16 16 0 0 0 16-16V0"
      }
    />
    <path className={styles.line} d={isTablet ? "M2 60h260" : "M2 52h260"} />
    <path className={styles.words} d={isTablet ? "M24 80h150M24 98h96" : "M24 14h150M24 32h96"} />
    <Toolbar y={isTablet ? 16 : 66} />
  </svg>
);

/** An icon within a line of text. */
const InlineIcon = ({ of }: { of: LucideIcon }) => (
  <span className={styles.inline}>
    <Icon of={of} />
  </span>
);

const Steps = ({ children }: { children: ReactNode }) => (
  <Rows as="ol" isTight>
    {children}
  </Rows>
);

/** Browsers on Apple's devices offer no button, so these are the steps to do by hand. */
const ShareSteps = () => (
  <Stack gap={12}>
    {isSafari() && <ShareDrawing isTablet={isTablet()} />}
    <Steps>
      <li>
        1. Tap <b>Share</b> <InlineIcon of={Share} />. If you don't see it, tap the three dots first.
      </li>
      <li>
        2. Tap <b>Add to Home Screen</b> <InlineIcon of={SquarePlus} />. You may have to scroll down to it.
      </li>
      <li>
        3. Tap <b>Add</b>. Then open Porchlight from there.
      </li>
    </Steps>
  </Stack>
);

interface MenuWords {
  open: string;
  icon: LucideIcon;
  /** The entry that adds a page, and the step before it if there is one. */
  entry: string;
  before?: string;
}

const menus: Record<BrowserMenu, MenuWords> = {
  chrome: {
    open: "Tap the three dots at the top of Chrome",
    icon: EllipsisVertical,
    entry: "Add to Home screen",
  },
  firefox: {
    open: "Tap the three dots of Firefox",
    icon: EllipsisVertical,
    before: "More",
    entry: "Add to Home screen",
  },
  samsung: {
    open: "Tap the three lines at the bottom",
    icon: Menu,
    before: "Add page to",
    entry: "Home screen",
  },
  other: { open: "Open the menu of your browser", icon: EllipsisVertical, entry: "Add to Home screen" },
};

function MenuSteps() {
  const { open, icon, before, entry } = menus[menuOn()];
  return (
    <Steps>
      <li>
        1. {open} <InlineIcon of={icon} />.
      </li>
      <li>
        2. Tap{" "}
        {before && (
          <>
            <b>{before}</b>, then{" "}
          </>
        )}
        <b>{entry}</b>, or <b>Install</b>.
      </li>
      <li>3. Then open Porchlight from there.</li>
    </Steps>
  );
}

const OpenInBrowserSteps = () => (
  <Steps>
    <li>1. You're in another app right now. Open its menu: three dots or a compass.</li>
    <li>
      2. Tap <b>Open in browser</b>. Then look here again.
    </li>
  </Steps>
);

const steps: Record<ByHand, () => React.JSX.Element> = {
  share: ShareSteps,
  menu: MenuSteps,
  leave: OpenInBrowserSteps,
};

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
        toastError(error, { title: "Porchlight was not added", otherwise: "Please try again." }),
    );
  return (
    <Button isStart icon={Smartphone} onClick={press}>
      Add to my home screen
    </Button>
  );
}

/** Offers a button if the browser supports it, otherwise the steps to do by hand. */
export function HowToInstall({ onInstalled }: HowToInstallProps) {
  const offer = useInstallOffer();
  const byHand = byHandOn();
  if (offer) return <InstallButton offer={offer} {...(onInstalled && { onInstalled })} />;
  return byHand ? <StepsByHand of={byHand} /> : null;
}
