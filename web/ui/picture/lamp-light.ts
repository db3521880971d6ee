import { useEffect, useSyncExternalStore } from "react";
import { Listeners } from "#web/platform/api/listeners.ts";

let isLit = false;
const listeners = new Listeners();

function light(next: boolean) {
  isLit = next;
  document
    .querySelector('link[rel="icon"]')
    ?.setAttribute("href", isLit ? "/favicon-lit.svg" : "/favicon.svg");
  listeners.notify();
}

export const isLampLit = (): boolean => isLit;

export const useIsLampLit = (): boolean => useSyncExternalStore(listeners.add, isLampLit, () => false);

/** Lights the lamp in the masthead and in the browser's tab while somebody needs help. */
export function useLampLight(isSomebodyWaiting: boolean): void {
  useEffect(() => {
    light(isSomebodyWaiting);
    return () => light(false);
  }, [isSomebodyWaiting]);
}
