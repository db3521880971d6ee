// Chromium offers to install the app by an event that comes once. It stays in memory until it is used.
import { useSyncExternalStore } from "react";
import { Listeners } from "#web/platform/api/listeners.ts";

/** This type is not in TypeScript's library, because only Chromium has it. */
export interface InstallOffer extends Event {
  prompt(): Promise<{ outcome: "accepted" | "dismissed" }>;
}

let offer: InstallOffer | null = null;
const listeners = new Listeners();

function set(now: InstallOffer | null): void {
  offer = now;
  listeners.notify();
}

const isOffer = (event: Event): event is InstallOffer => "prompt" in event;

export function awaitInstallOffer(): void {
  window.addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    if (isOffer(event)) set(event);
  });
}

export const useInstallOffer = (): InstallOffer | null => useSyncExternalStore(listeners.add, () => offer);

/** Shows the browser's question once. Returns whether the app was installed. */
export async function install(wanted: InstallOffer): Promise<boolean> {
  const { outcome } = await wanted.prompt();
  set(null);
  return outcome === "accepted";
}
