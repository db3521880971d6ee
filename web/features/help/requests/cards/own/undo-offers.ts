// Tracks which action on each request currently offers "Undo" on this device.
import { useSyncExternalStore } from "react";
import { Listeners } from "#web/platform/api/listeners.ts";

const offeredForMs = 10_000;

/** "cancel" takes back the request, "undo" its end, and "undoUrgency" that it is urgent. */
export type UndoAction = "cancel" | "undo" | "undoUrgency";

interface Offer {
  action: UndoAction;
  timer: ReturnType<typeof setTimeout>;
}

const offers = new Map<number, Offer>();
const listeners = new Listeners();

export function endUndo(id: number): void {
  clearTimeout(offers.get(id)?.timer);
  if (offers.delete(id)) listeners.notify();
}

/** Offers "Undo" of the last action on a request for ten seconds that begin after `delayMs`. */
export function offerUndo(id: number, action: UndoAction, delayMs = 0): void {
  clearTimeout(offers.get(id)?.timer);
  offers.set(id, { action, timer: setTimeout(() => endUndo(id), delayMs + offeredForMs) });
  listeners.notify();
}

export const hasUndo = (id: number): boolean => offers.has(id);

export const useUndoOffer = (id: number, action: UndoAction): boolean =>
  useSyncExternalStore(listeners.add, () => offers.get(id)?.action === action);
