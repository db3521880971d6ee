import type { Db } from "#server/db/schema.ts";
import { wake, waking } from "#server/jobs/worker.ts";
import { queueOf } from "#server/messages/outbox.ts";

/** Identifies a message about a help request in the outbox. */
export const helpMessage = { name: "help", isUrgent: true } as const;

const queue = queueOf(helpMessage.isUrgent);

/** A column for a statement that wakes the workers of all servers when the transaction commits. */
export const wakingWorkers = waking(queue);

/** Wakes them in a transaction of several statements. */
export const wakeWorkers = (trx: Db): Promise<void> => wake(trx, queue);
