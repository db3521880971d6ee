// Runs a piece of work in its own process, so that it does not use the core that is being measured.
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

/** Starts a program of this folder, which replies with messages. */
export const startTask = (program: string, order: object): ChildProcess =>
  fork(join(import.meta.dirname, program), [JSON.stringify(order)]);

/** Resolves to the task's next message. A task that exits without one is broken. */
export async function nextMessage<Answer>(task: ChildProcess): Promise<Answer> {
  const aborted = new AbortController();
  const { signal } = aborted;
  const ended = once(task, "exit", { signal }).then(() => {
    throw new Error(`${task.spawnargs[1]} ended without a reply.`);
  });
  try {
    const [answer] = await Promise.race([once(task, "message", { signal }), ended]);
    return answer;
  } finally {
    aborted.abort();
    ended.catch(() => {});
  }
}

export const taskOptions = <Order>(): Order => JSON.parse(process.argv[2] ?? "{}");

export const answer = (message: object): void => void process.send?.(message);
