// Whether this device shows pictures when nobody uses it. It belongs to the device, so it stays when somebody signs out.
import { useSyncExternalStore } from "react";
import { Listeners } from "#web/platform/api/listeners.ts";

const key = "porchlight-picture-frame";
const listeners = new Listeners();

function stored(): boolean {
  try {
    return localStorage.getItem(key) === "on";
  } catch {
    return false;
  }
}

let isOn: boolean | undefined;

function current(): boolean {
  isOn ??= stored();
  return isOn;
}

export function setPictureFrame(next: boolean): void {
  isOn = next;
  try {
    if (next) localStorage.setItem(key, "on");
    else localStorage.removeItem(key);
  } catch {
    // If the browser stores nothing, the choice lasts until the page is left.
  }
  listeners.notify();
}

export const usePictureFrameIsOn = (): boolean => useSyncExternalStore(listeners.add, current, () => false);
