import type { PgBoss } from "pg-boss";
import type { World } from "../world.ts";

/** Runs once in each interval, on one of all servers. */
export interface ScheduledJob {
  readonly name: string;
  readonly intervalSeconds: number;
  readonly run: () => Promise<void>;
}

// One run may wait while another is under way. A run that failed is not repeated before its next interval.
const queueOptions = {
  policy: "short",
  notify: true,
  retryLimit: 0,
  expireInSeconds: 10 * 60,
  deleteAfterSeconds: 60 * 60,
};

async function startJob(
  queue: PgBoss,
  { name, intervalSeconds, run }: ScheduledJob,
  log: World["log"],
): Promise<NodeJS.Timeout> {
  const failed = (err: unknown) => log.error({ err, job: name }, "a scheduled job failed");
  await queue.createQueue(name, queueOptions);
  await queue.work(name, { notifyPollingIntervalSeconds: Math.max(intervalSeconds, 2) }, () =>
    run().catch(failed),
  );
  // Every server asks for a run, and the queue accepts one request in each interval.
  const requestRun = () => queue.send(name, null, { singletonSeconds: intervalSeconds }).catch(failed);
  await requestRun();
  return setInterval(requestRun, intervalSeconds * 1000).unref();
}

/** One of all servers on a database runs each job, once in its interval. Returns a function that stops asking for runs. */
export async function startScheduledJobs(
  queue: PgBoss,
  jobs: readonly ScheduledJob[],
  log: World["log"],
): Promise<() => void> {
  const timers: NodeJS.Timeout[] = [];
  // One after the other: started at once, each would open a connection that stays open for a while.
  for (const job of jobs) timers.push(await startJob(queue, job, log));
  return () => timers.forEach(clearInterval);
}
