import { useSyncExternalStore } from "react";

export interface ToastWords {
  title: string;
  description?: string;
  variant?: "default" | "destructive";
  action?: { label: string; onPress: () => void };
}

export interface CurrentToast extends ToastWords {
  id: number;
}

let current: CurrentToast | null = null;
let count = 0;
const listeners = new Set<() => void>();

function show(next: CurrentToast | null) {
  current = next;
  for (const listener of listeners) listener();
}

/** Shows a message for five seconds. It replaces the previous one. */
export function toast(words: ToastWords): void {
  count += 1;
  show({ ...words, id: count });
}

export const closeToast = (): void => show(null);

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useCurrentToast = (): CurrentToast | null =>
  useSyncExternalStore(
    subscribe,
    () => current,
    () => null,
  );
