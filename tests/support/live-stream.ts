import { setImmediate as nextTurn, setTimeout as pause } from "node:timers/promises";
import { expect } from "vitest";
import { heartbeat } from "#contract/live-events.ts";
import type { Client } from "./client.ts";
import { serverAt, type TestServer } from "./server.ts";

/** The live connection of an open screen. */
export class LiveStream {
  /** Everything received, unchanged. */
  text = "";
  hasEnded = false;
  #old = 0;

  constructor(response: Response) {
    this.#read(response).finally(() => {
      this.hasEnded = true;
    });
  }

  /** Names of the events since it was opened, oldest first. */
  get heard(): string[] {
    const names = this.text.slice(this.#old).matchAll(/^event: (.*)\ndata:\n\n/gm);
    return [...names].map(([, name = ""]) => name).filter((name) => name !== heartbeat);
  }

  /** Ignores everything received so far. */
  skip(): void {
    this.#old = this.text.length;
  }

  async #read(response: Response): Promise<void> {
    const decoder = new TextDecoder();
    try {
      for await (const bytes of response.body ?? []) this.text += decoder.decode(bytes, { stream: true });
    } catch {
      // A connection that is cut off has ended too.
    }
  }
}

/**
 * Resolves once this server has heard everything that was committed before. One `catchUp` gives up after a quarter of a
 * second, which is too soon on a busy machine.
 */
export async function untilCaughtUp({ database }: Pick<TestServer, "database">): Promise<void> {
  const isCaughtUp = () =>
    database.catchUp().then(
      () => true,
      () => false,
    );
  await expect.poll(isCaughtUp, { interval: 20 }).toBe(true);
}

export async function openStream(client: Client): Promise<LiveStream> {
  const response = await client.fetch("GET", "/api/live");
  if (response.status !== 200) throw new Error(`The live connection answered ${response.status}.`);
  const stream = new LiveStream(response);
  // Events caused before this are still on their way: from PostgreSQL to the server, and from there to the stream.
  await untilCaughtUp(serverAt(client.url));
  await pause(10);
  await nextTurn();
  stream.skip();
  return stream;
}
