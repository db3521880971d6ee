// Lets kits and nouns report to the listener that measures the server, without knowing it.
import type { Channel } from "#contract/messages.ts";
import type { Database } from "#server/platform/db/connect.ts";

/** Nothing in here identifies anybody. */
export interface Measurements {
  /** A provider's answer to one message, or to one sign-in code. */
  sent(channel: Channel, result: string): void;
  /** The people who are asked because nobody has answered so far. */
  escalated(people: number): void;
  jobEnded(job: string, isDone: boolean, seconds: number): void;
}

// Several servers can run in one process, as in tests.
const listeners = new WeakMap<Database, Measurements>();

export const measureServer = (database: Database, listener: Measurements): unknown =>
  listeners.set(database, listener);

/** Undefined on a server that is not measured: `measurementsOf(world)?.sent(...)`. */
export const measurementsOf = ({ database }: { database: Database }): Measurements | undefined =>
  listeners.get(database);
