// Tracks which action on each request currently offers "Undo" on this device.
import { useSyncExternalStore } from "react";

const tenSeconds = 10_000;

/** "cancel" takes back the request, "undo" its end, and "calm" that it is urgent. */
export type UndoAction = "cancel" | "undo" | "calm";

interface Offer {
  action: UndoAction;
  timer: ReturnType<typeof setTimeout>;
}

const offers = new Map<number, Offer>();
const listeners = new Set<() => void>();

function notifyListeners(): void {
  for (const listener of listeners) listener();
}

export function endUndo(id: number): void {
  clearTimeout(offers.get(id)?.timer);
  if (offers.delete(id)) notifyListeners();
}

/** Offers "Undo" of the last action on a request for ten seconds, after `before` milliseconds. */
export function offerUndo(id: number, action: UndoAction, before = 0): void {
  clearTimeout(offers.get(id)?.timer);
  offers.set(id, { action, timer: setTimeout(() => endUndo(id), before + tenSeconds) });
  notifyListeners();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const hasUndo = (id: number): boolean => offers.has(id);

export const useUndoOffer = (id: number, action: UndoAction): boolean =>
  useSyncExternalStore(subscribe, () => offers.get(id)?.action === action);
