// The forms of a list. They are apart from form/, because most pages with a form have no list.
import { useEffect, useRef, useState } from "react";
import type { FieldValues, Path, UseFormReturn } from "react-hook-form";

/** A list has at most one open form: for a new entry, or in place of the entry that it changes. */
export function useListForm() {
  const [open, setOpen] = useState<"new" | number>();
  const list = useRef<HTMLDivElement>(null);
  // The list takes the focus when a form closes or an entry is removed.
  const focusList = () => list.current?.focus({ preventScroll: true });
  const close = () => {
    setOpen(undefined);
    focusList();
  };
  return { open, setOpen, close, list, focusList };
}

/** Empties a form after each addition, and moves the focus back to its first field. */
export function useResetAfter<Input extends FieldValues, Output>(
  added: unknown,
  { reset, setFocus }: UseFormReturn<Input, unknown, Output>,
  firstField: Path<Input>,
): void {
  useEffect(() => {
    if (!added) return;
    // The focus comes first, because a reset forgets the fields.
    setFocus(firstField);
    reset();
  }, [added, reset, setFocus, firstField]);
}
