import { useEffect } from "react";

/** Older browsers cannot, nor can any without HTTPS. */
export const canKeepScreenOn = (): boolean => "wakeLock" in navigator;

/** Keeps the screen on. A browser ends this each time that the page is hidden, so it is asked again. */
export function useScreenKeptOn(isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted || !canKeepScreenOn()) return;
    let lock: WakeLockSentinel | undefined;
    let isLeft = false;
    const take = async () => {
      if (document.visibilityState !== "visible") return;
      const taken = await navigator.wakeLock.request("screen");
      if (isLeft) await taken.release();
      else lock = taken;
    };
    // Browsers refuse it while the battery is low. The screen then goes dark as usual.
    const tryToTake = () => void take().catch(() => undefined);
    tryToTake();
    document.addEventListener("visibilitychange", tryToTake);
    return () => {
      isLeft = true;
      document.removeEventListener("visibilitychange", tryToTake);
      void lock?.release().catch(() => undefined);
    };
  }, [isWanted]);
}
