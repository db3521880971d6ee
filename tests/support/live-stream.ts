import { setTimeout as pause } from "node:timers/promises";
import type { Client } from "./client.ts";

/** News of what was done just before it was opened may still be on the way. */
const untilQuiet = 100;

/** An open screen's live connection. */
export class LiveStream {
  /** All that came, as it came. */
  text = "";
  hasEnded = false;
  #old = 0;

  constructor(response: Response) {
    this.#read(response).finally(() => {
      this.hasEnded = true;
    });
  }

  /** The names of the events since it was opened, oldest first. */
  get heard(): string[] {
    const names = this.text.slice(this.#old).matchAll(/^event: (.*)\ndata:\n\n/gm);
    return [...names].map(([, name = ""]) => name);
  }

  /** Forgets what has come until now. */
  async settle(): Promise<void> {
    await pause(untilQuiet);
    this.#old = this.text.length;
  }

  async #read(response: Response): Promise<void> {
    const decoder = new TextDecoder();
    try {
      for await (const bytes of response.body ?? []) this.text += decoder.decode(bytes, { stream: true });
    } catch {
      // Cut off: it has ended all the same.
    }
  }
}

export async function openStream(client: Client): Promise<LiveStream> {
  const response = await client.fetch("GET", "/api/live");
  if (response.status !== 200) throw new Error(`The live connection answered ${response.status}.`);
  const stream = new LiveStream(response);
  await stream.settle();
  return stream;
}
