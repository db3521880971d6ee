// Keeps what was typed when somebody leaves a form and comes back, in this tab.
import { useEffect } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";

interface Draft<Typed> {
  /** The values the form started with. If they have changed since, the draft is dropped. */
  start: Typed;
  typed: Typed;
}

function readDraft<Typed>(key: string): Draft<Typed> | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}

export function draftOf<Typed>(key: string, start: Typed): Typed {
  const draft = readDraft<Typed>(key);
  return draft && JSON.stringify(draft.start) === JSON.stringify(start) ? draft.typed : start;
}

export const dropDraft = (key: string): void => sessionStorage.removeItem(key);

/** Stores the draft with every keystroke. */
export function useKeptDraft<Typed extends FieldValues>(
  { subscribe }: UseFormReturn<Typed, unknown, unknown>,
  key: string,
  start: Typed,
): void {
  useEffect(() => {
    const keep = (typed: Typed) =>
      sessionStorage.setItem(key, JSON.stringify({ start, typed } satisfies Draft<Typed>));
    return subscribe({ formState: { values: true }, callback: ({ values }) => keep(values) });
  }, [subscribe, key, start]);
}
