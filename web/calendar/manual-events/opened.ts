import { useEffect, useState } from "react";
import { useLocation, useSearchParams } from "wouter";
import { askAddress, editAddress, eventsAddress } from "./addresses.ts";

const idOf = (text: string | null) => (text && /^\d+$/.test(text) ? Number(text) : undefined);

export const rowId = (id: number): string => `event-${id}`;
export const addButtonId = "add-event";

/** Whoever closes a form is back where they opened it: answers the way to say where that was. */
function useReturn(isOpen: boolean) {
  const [place, setPlace] = useState<string>();
  useEffect(() => {
    if (isOpen || place === undefined) return;
    document.getElementById(place)?.focus();
    setPlace(undefined);
  }, [isOpen, place]);
  return setPlace;
}

export type Opened = ReturnType<typeof useOpened>;

/** Which form is open, if any, and the ways from one to the other. */
export function useOpened() {
  const [search] = useSearchParams();
  const [, navigate] = useLocation();
  const editing = idOf(search.get("edit"));
  const asking = idOf(search.get("which"));
  const isAdding = search.has("add");
  const returnTo = useReturn(isAdding || editing !== undefined);
  return {
    ...{ editing, asking, isAdding, occurrence: search.get("occurrence") ?? undefined },
    ask: (id: number) => navigate(askAddress(id)),
    edit: (id: number, occurrence?: string) =>
      navigate(editAddress(id, occurrence), { replace: asking !== undefined }),
    close: (id = editing) => {
      returnTo(id === undefined ? addButtonId : rowId(id));
      navigate(eventsAddress, { replace: true });
    },
  };
}
