import type { HelpRequest } from "#contract/help/requests.ts";

export const isOpen = ({ state }: HelpRequest): boolean => state !== "RESOLVED" && state !== "CANCELLED";

/** Stored, but there is nobody who could hear of it. */
export const isUnheard = ({ state, recipients }: HelpRequest): boolean =>
  state === "UNREACHABLE" && recipients === 0;
