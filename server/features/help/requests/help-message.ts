import type { Channel } from "#contract/messages.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { wake } from "#server/platform/jobs/worker.ts";
import { type NewMessage, queueOf } from "#server/platform/messages/outbox.ts";

/** Identifies a message about a help request in the outbox. Nobody is called only to hear how it went on. */
export const helpMessage = {
  name: "help",
  isUrgent: true,
  isSpoken: (about: string) => about === "ASKED",
} as const;

const queue = queueOf(helpMessage.isUrgent);

/** Wakes the workers of all servers when the transaction commits. */
export const wakeWorkers = (trx: Db): Promise<void> => wake(trx, queue);

/** A member of the family, and a channel over which they are told of a request. */
export interface Recipient {
  readonly personId: number;
  readonly channel: Channel;
}

/** One message about a request to each of these recipients. */
export const messagesTo = (
  recipients: readonly Recipient[],
  { family_id, id }: { readonly family_id: number; readonly id: number },
  about: string,
): NewMessage[] =>
  recipients.map((to) => ({ kind: helpMessage, about, familyId: family_id, subjectId: id, ...to }));
