import { useSyncExternalStore } from "react";
import { onSessionChange, token } from "#web/api/session.ts";
import { keptEmergencyNumber } from "#web/families/kept-family.ts";
import { lazyPart } from "#web/ui/page/lazy.tsx";

const SignedOutCards = lazyPart(() => import("./signed-out-cards.tsx"), "SignedOutCards");

/** Nobody is signed in on a device that has known a family. */
const isSignedOut = (): boolean => token() === null && keptEmergencyNumber() !== null;

/** On the pages before the sign-in: what was asked on this device and could not be sent before it ended. */
export function WaitingHere() {
  const isShown = useSyncExternalStore(onSessionChange, isSignedOut, () => false);
  return isShown && <SignedOutCards />;
}
