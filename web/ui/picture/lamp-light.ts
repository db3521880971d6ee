import { useEffect, useSyncExternalStore } from "react";

let isLit = false;
const listeners = new Set<() => void>();

function light(next: boolean) {
  isLit = next;
  document
    .querySelector('link[rel="icon"]')
    ?.setAttribute("href", isLit ? "/favicon-lit.svg" : "/favicon.svg");
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useIsLampLit = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => isLit,
    () => false,
  );

/** Lights the lamp in the masthead and in the browser's tab while somebody needs help. */
export function useLampLight(isSomebodyWaiting: boolean): void {
  useEffect(() => {
    light(isSomebodyWaiting);
    return () => light(false);
  }, [isSomebodyWaiting]);
}
