import { useRef, useState } from "react";

/** The one form that is open in a list: for a new entry, or in place of the entry that it changes. */
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
