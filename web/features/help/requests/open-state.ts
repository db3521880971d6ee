// Separate from the words about a request, which home does not need at first.
import type { HelpRequest } from "#contract/help/requests.ts";

export const isOpen = ({ state }: HelpRequest): boolean => state !== "RESOLVED" && state !== "CANCELLED";

/** Whether the server has the request, but nobody can be notified about it. */
export const hasNoRecipients = ({ state, recipients }: HelpRequest): boolean =>
  state === "UNREACHABLE" && recipients === 0;

/** The time at which the sender reopened the request. */
export const askedAgainAt = ({ receipts }: HelpRequest): string | undefined =>
  receipts.find(({ state, person }) => state === "ACCEPTED" && person !== null)?.at;

/** Whether a scam check was taken by an answer to it. A text like “1 at 5” takes it without one. */
export const wasAnswered = ({ helper, scamCheck }: HelpRequest): boolean =>
  scamCheck?.verdicts.some(({ person }) => helper === null || person.id === helper.id) ?? false;
