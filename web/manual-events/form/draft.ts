// What was typed is still there for whoever leaves a form and comes back to it, in this tab.
import { useEffect } from "react";
import type { UseFormReturn } from "react-hook-form";
import type { TypedEvent } from "./typed-event.ts";

interface Draft {
  /** What the form began with: should the event have changed since, the draft is of no use. */
  start: TypedEvent;
  typed: TypedEvent;
}

function readDraft(key: string): Draft | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}

export function draftOf(key: string, start: TypedEvent): TypedEvent {
  const draft = readDraft(key);
  return draft && JSON.stringify(draft.start) === JSON.stringify(start) ? draft.typed : start;
}

export const dropDraft = (key: string): void => sessionStorage.removeItem(key);

/** Keeps what is typed, with every keystroke. */
export function useKeptDraft(
  { subscribe }: UseFormReturn<TypedEvent, unknown, unknown>,
  key: string,
  start: TypedEvent,
): void {
  useEffect(() => {
    const keep = (typed: TypedEvent) =>
      sessionStorage.setItem(key, JSON.stringify({ start, typed } satisfies Draft));
    return subscribe({ formState: { values: true }, callback: ({ values }) => keep(values) });
  }, [subscribe, key, start]);
}
