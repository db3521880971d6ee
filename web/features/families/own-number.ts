// A number that somebody has stored on this device, for a family in which nobody can be phoned yet.
import { useSyncExternalStore } from "react";
import { Listeners } from "#web/platform/api/listeners.ts";
import { untilSignOut } from "#web/platform/api/session.ts";

export interface OwnNumber {
  familyId: number;
  name: string;
  phoneNumber: string;
}

const key = `${untilSignOut}number-to-call`;
const listeners = new Listeners();

export function storeOwnNumber(number: OwnNumber): void {
  localStorage.setItem(key, JSON.stringify(number));
  listeners.notify();
}

const read = (): string | null => {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
};

/** The stored number of this family, if there is one. */
export function useOwnNumber(familyId: number | undefined): OwnNumber | undefined {
  const stored = useSyncExternalStore(listeners.add, read, () => null);
  if (stored === null) return undefined;
  const number: OwnNumber = JSON.parse(stored);
  return number.familyId === familyId ? number : undefined;
}
