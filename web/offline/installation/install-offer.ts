// Chromium offers to install the app with an event that comes once; kept until somebody wants it.
import { useSyncExternalStore } from "react";

/** Not of TypeScript's library, as only Chromium has it. */
export interface InstallOffer extends Event {
  prompt(): Promise<{ outcome: "accepted" | "dismissed" }>;
}

let offer: InstallOffer | null = null;
const listeners = new Set<() => void>();

function set(now: InstallOffer | null): void {
  offer = now;
  for (const listener of listeners) listener();
}

const isOffer = (event: Event): event is InstallOffer => "prompt" in event;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function awaitInstallOffer(): void {
  window.addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    if (isOffer(event)) set(event);
  });
}

export const useInstallOffer = (): InstallOffer | null => useSyncExternalStore(subscribe, () => offer);

/** The browser's own question, once; answers whether the app is installed now. */
export async function install(wanted: InstallOffer): Promise<boolean> {
  const { outcome } = await wanted.prompt();
  set(null);
  return outcome === "accepted";
}
