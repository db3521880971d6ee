import { useSyncExternalStore } from "react";

/** Text size and colors, as display.js set them on the page's root before the first paint. */
export interface DisplayChoice {
  text: string;
  theme: string;
}

const key = "porchlight-display";
const listeners = new Set<() => void>();

const isChoice = (value: unknown): value is Partial<DisplayChoice> =>
  typeof value === "object" && value !== null;

function saved(): Partial<DisplayChoice> {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? "{}");
    return isChoice(value) ? value : {};
  } catch {
    return {};
  }
}

export function chooseDisplay(choice: Partial<DisplayChoice>): void {
  Object.assign(document.documentElement.dataset, choice);
  for (const listener of listeners) listener();
  try {
    localStorage.setItem(key, JSON.stringify({ ...saved(), ...choice }));
  } catch {
    // A browser that keeps nothing: the choice holds until the page is left.
  }
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

const useChosen = (name: keyof DisplayChoice, standard: string) =>
  useSyncExternalStore(
    subscribe,
    () => document.documentElement.dataset[name] ?? standard,
    () => standard,
  );

export const useDisplayChoice = (): DisplayChoice => ({
  text: useChosen("text", "20"),
  theme: useChosen("theme", "light"),
});
