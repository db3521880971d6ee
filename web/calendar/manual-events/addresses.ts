// The address says which form is open, so that other pages can lead to it and going back closes it.

export const eventsAddress = "/admin/events";
export const addAddress = `${eventsAddress}?add`;

const addressWith = (name: string, id: number, occurrence: string | undefined) =>
  `${eventsAddress}?${new URLSearchParams({ [name]: String(id), ...(occurrence && { occurrence }) })}`;

/** Changes an event; with `occurrence` only the date that starts then. */
export const editAddress = (id: number, occurrence?: string): string => addressWith("edit", id, occurrence);

/** Asks first whether one date is meant or all of them. */
export const askAddress = (id: number, occurrence?: string): string => addressWith("which", id, occurrence);
