import { Smartphone } from "lucide-react";
import { useCallback, useEffect, useState } from "react";
import { Button } from "#web/ui/action/button.tsx";
import { Stack } from "#web/ui/layout/layout.tsx";
import { lazyPart } from "#web/ui/page/lazy.tsx";
import { Skeleton } from "#web/ui/state/loading.tsx";
import { Note } from "#web/ui/surface/note.tsx";
import { useInstallOffer } from "./install-offer.ts";
import { byHandOn, isInstalled } from "./platform.ts";

const HowToInstall = lazyPart(() => import("./how-to-install.tsx"), "HowToInstall", {
  title: "the steps for the home screen",
  skeleton: <Skeleton shape="row" />,
});

// The hint is not shown again after "Not now".
const key = "porchlight-install-hint";

function isDismissed(): boolean {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    return true;
  }
}

const dismiss = (): void => localStorage.setItem(key, new Date().toISOString());

/** Ends the hint for good, after "Not now" or once the app is installed. */
function useDismissal() {
  const [isOver, setOver] = useState(isDismissed);
  const end = useCallback(() => {
    dismiss();
    setOver(true);
  }, []);
  useEffect(() => {
    window.addEventListener("appinstalled", end);
    return () => window.removeEventListener("appinstalled", end);
  }, [end]);
  return { isOver, end };
}

/** Tells people on a phone or tablet how to add Porchlight to the home screen. */
export function InstallHint() {
  const { isOver, end } = useDismissal();
  const isPossible = useInstallOffer() !== null || byHandOn() !== undefined;
  if (isOver || isInstalled() || !isPossible) return null;
  return (
    <Note icon={Smartphone} title="Keep Porchlight on your home screen">
      <Stack gap={12}>
        <p>It opens with one tap, like your other apps.</p>
        <HowToInstall onInstalled={end} />
        <Button variant="quiet" isStart onClick={end}>
          Not now
        </Button>
      </Stack>
    </Note>
  );
}
