import type { PgBoss } from "pg-boss";
import type { World } from "../world.ts";

/** Something that has to be done again and again. */
export interface Chore {
  readonly name: string;
  readonly everySeconds: number;
  readonly run: () => Promise<void>;
}

// One may wait while another is being done; what failed is done at its next time.
const queueOf = {
  policy: "short",
  notify: true,
  retryLimit: 0,
  expireInSeconds: 10 * 60,
  deleteAfterSeconds: 60 * 60,
};

async function take(
  queue: PgBoss,
  { name, everySeconds, run }: Chore,
  log: World["log"],
): Promise<NodeJS.Timeout> {
  const failed = (err: unknown) => log.error({ err, chore: name }, "a scheduled job failed");
  await queue.createQueue(name, queueOf);
  await queue.work(name, { notifyPollingIntervalSeconds: Math.max(everySeconds, 2) }, () =>
    run().catch(failed),
  );
  // Every server asks for it, and the queue takes one in each interval.
  const ask = () => queue.send(name, null, { singletonSeconds: everySeconds }).catch(failed);
  await ask();
  return setInterval(ask, everySeconds * 1000).unref();
}

/** Of all servers on one database one does a chore, once in its interval. Returns how to take no more. */
export async function takeChores(
  queue: PgBoss,
  chores: readonly Chore[],
  log: World["log"],
): Promise<() => void> {
  const timers: NodeJS.Timeout[] = [];
  // In a row: at once they would open a connection each, which stays for a while.
  for (const chore of chores) timers.push(await take(queue, chore, log));
  return () => timers.forEach(clearInterval);
}
