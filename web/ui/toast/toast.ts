import { useSyncExternalStore } from "react";
import { Listeners } from "#web/platform/api/listeners.ts";

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
const listeners = new Listeners();

function show(next: CurrentToast | null) {
  current = next;
  listeners.notify();
}

/** Shows a message for five seconds. It replaces the previous one. */
export function toast(words: ToastWords): void {
  count += 1;
  show({ ...words, id: count });
}

/** Closes this toast, unless another one has replaced it. */
export function closeToast({ id }: CurrentToast): void {
  if (current?.id === id) show(null);
}

export const useCurrentToast = (): CurrentToast | null =>
  useSyncExternalStore(
    listeners.add,
    () => current,
    () => null,
  );
