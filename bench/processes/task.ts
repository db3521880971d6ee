// A piece of work in a process of its own, so that it does not use the core it measures.
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

/** Starts a program of this folder, which answers with messages. */
export const begin = (program: string, order: object): ChildProcess =>
  fork(join(import.meta.dirname, program), [JSON.stringify(order)]);

/** The next message; a program that ends without one is broken. */
export async function answerOf<Answer>(task: ChildProcess): Promise<Answer> {
  const aborted = new AbortController();
  const { signal } = aborted;
  const ended = once(task, "exit", { signal }).then(() => {
    throw new Error(`${task.spawnargs[1]} ended without an answer.`);
  });
  try {
    const [answer] = await Promise.race([once(task, "message", { signal }), ended]);
    return answer;
  } finally {
    aborted.abort();
    ended.catch(() => {});
  }
}

export const orderOf = <Order>(): Order => JSON.parse(process.argv[2] ?? "{}");

export const answer = (message: object): void => void process.send?.(message);
