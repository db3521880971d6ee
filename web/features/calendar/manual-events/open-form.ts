import { useEffect, useState } from "react";
import { useLocation, useSearchParams } from "wouter";

// The address says which form is open, so that other pages can link to it and Back closes it.

const eventsAddress = "/admin/events";
export const addAddress = `${eventsAddress}?add`;

const addressWith = (name: string, id: number, occurrence: string | undefined) =>
  `${eventsAddress}?${new URLSearchParams({ [name]: String(id), ...(occurrence && { occurrence }) })}`;

/** Opens the form of an event, or of the one date that starts at `occurrence`. */
export const editAddress = (id: number, occurrence?: string): string => addressWith("edit", id, occurrence);

/** First asks whether to change one date or all of them. */
export const askAddress = (id: number, occurrence?: string): string => addressWith("which", id, occurrence);

const idOf = (text: string | null) => (text && /^\d+$/.test(text) ? Number(text) : undefined);

export const rowId = (id: number): string => `event-${id}`;
export const addButtonId = "add-event";

/** Returns the focus to the place from which a form was opened. The result sets that place. */
function useReturn(isOpen: boolean) {
  const [place, setPlace] = useState<string>();
  useEffect(() => {
    if (isOpen || place === undefined) return;
    const row = document.getElementById(place);
    row?.closest("details")?.setAttribute("open", "");
    row?.focus();
    setPlace(undefined);
  }, [isOpen, place]);
  return setPlace;
}

export type OpenForm = ReturnType<typeof useOpenForm>;

/** Returns which form is open, if any, and functions to open and close forms. */
export function useOpenForm() {
  const [search] = useSearchParams();
  const [, navigate] = useLocation();
  const editing = idOf(search.get("edit"));
  const asking = idOf(search.get("which"));
  const isAdding = search.has("add");
  const returnTo = useReturn(isAdding || editing !== undefined);
  return {
    editing,
    asking,
    isAdding,
    occurrence: search.get("occurrence") ?? undefined,
    ask: (id: number) => navigate(askAddress(id)),
    edit: (id: number, occurrence?: string) =>
      navigate(editAddress(id, occurrence), { replace: asking !== undefined }),
    close: (id = editing) => {
      returnTo(id === undefined ? addButtonId : rowId(id));
      navigate(eventsAddress, { replace: true });
    },
  };
}
