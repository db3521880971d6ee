// Stores what was typed for when somebody leaves a form and comes back, in this tab.
import { useEffect, useLayoutEffect, useState } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { useDraftOwner } from "#web/platform/api/session.ts";

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

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

export function draftOf<Typed>(key: string, start: Typed): Typed {
  const draft = readDraft<Typed>(key);
  return draft && isSame(draft.start, start) ? draft.typed : start;
}

export const dropDraft = (key: string): void => sessionStorage.removeItem(key);

/** Stores the draft with every keystroke. */
export function useKeptDraft<Typed extends FieldValues>(
  { subscribe }: UseFormReturn<Typed, unknown, unknown>,
  key: string,
  start: Typed,
): void {
  useEffect(() => {
    const store = (typed: Typed) =>
      sessionStorage.setItem(key, JSON.stringify({ start, typed } satisfies Draft<Typed>));
    return subscribe({ formState: { values: true }, callback: ({ values }) => store(values) });
  }, [subscribe, key, start]);
}

/**
 * Brings back what this person typed in the form, and stores it with every keystroke. Returns a function that drops it.
 * Without a name the form has no draft.
 */
export function useFormDraft<Typed extends FieldValues>(
  { reset, subscribe, formState: { defaultValues } }: UseFormReturn<Typed, unknown, unknown>,
  name: string | undefined,
): () => void {
  const owner = useDraftOwner();
  const key = name && owner && `porchlight-draft-${name}-${owner}`;
  const [start] = useState(defaultValues);
  useLayoutEffect(() => {
    const draft = key && readDraft<Typed>(key);
    // The typed values count as changes, so that news from others does not overwrite them.
    if (draft && isSame(draft.start, start))
      reset(draft.typed, { keepDefaultValues: true, keepFieldsRef: true });
  }, [key, start, reset]);
  useEffect(() => {
    if (!key) return;
    return subscribe({
      formState: { values: true },
      callback: ({ values: typed, defaultValues: start }) => {
        if (isSame(typed, start)) dropDraft(key);
        else sessionStorage.setItem(key, JSON.stringify({ start, typed }));
      },
    });
  }, [key, subscribe]);
  return () => {
    if (key) dropDraft(key);
  };
}
