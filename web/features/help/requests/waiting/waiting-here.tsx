import { useSyncExternalStore } from "react";
import { storedEmergencyNumber } from "#web/features/families/stored-family.ts";
import { onSessionChange, token } from "#web/platform/api/session.ts";
import { lazyPart } from "#web/ui/page/lazy.tsx";

const SignedOutCards = lazyPart(() => import("./signed-out-cards.tsx"), "SignedOutCards");

/** Whether nobody is signed in on a device that has known a family. */
const isSignedOut = (): boolean => token() === null && storedEmergencyNumber() !== null;

/** Shows, before the sign-in, requests that could not be sent before the session ended. */
export function WaitingHere() {
  const isShown = useSyncExternalStore(onSessionChange, isSignedOut, () => false);
  return isShown && <SignedOutCards />;
}
