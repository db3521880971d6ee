import type { Client } from "./client.ts";

/** An open screen's live connection. */
export class LiveStream {
  /** All that came, as it came. */
  text = "";
  hasEnded = false;

  constructor(response: Response) {
    this.#read(response).finally(() => {
      this.hasEnded = true;
    });
  }

  /** The names of the events, oldest first. */
  get heard(): string[] {
    const names = this.text.matchAll(/^event: (.*)\ndata:\n\n/gm);
    return [...names].map(([, name = ""]) => name);
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
  return new LiveStream(response);
}
