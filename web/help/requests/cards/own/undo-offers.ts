// Knows which requests offer "Undo" on this device now.
import { useSyncExternalStore } from "react";

const tenSeconds = 10_000;

const offers = new Map<number, ReturnType<typeof setTimeout>>();
const listeners = new Set<() => void>();

function tellAll(): void {
  for (const listener of listeners) listener();
}

export function endUndo(id: number): void {
  clearTimeout(offers.get(id));
  if (offers.delete(id)) tellAll();
}

/** Offers "Undo" for ten seconds, after `before` milliseconds. */
export function offerUndo(id: number, before = 0): void {
  clearTimeout(offers.get(id));
  offers.set(
    id,
    setTimeout(() => endUndo(id), before + tenSeconds),
  );
  tellAll();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const hasUndo = (id: number): boolean => offers.has(id);

export const useUndoOffer = (id: number): boolean => useSyncExternalStore(subscribe, () => hasUndo(id));
