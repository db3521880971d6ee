import type { Porchlight } from "../processes/porchlight.ts";
import { grandmotherOf, helpersOf, tokenOf } from "../processes/wire/connection.ts";

export interface Upload {
  readonly path: "pictures" | "voice-messages";
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** A grandmother and a helper of one of the families of `families.sql`, as their devices call the server. */
export class Household {
  readonly #origin: string;
  /** The session token of each. */
  readonly rose: string;
  readonly anna: string;

  constructor({ port }: Porchlight, family: number) {
    this.#origin = `http://127.0.0.1:${port}`;
    this.rose = tokenOf(grandmotherOf(family));
    this.anna = tokenOf(helpersOf(family)[0] ?? 0);
  }

  async #ask(token: string, path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set("authorization", `Bearer ${token}`);
    const response = await fetch(this.#origin + path, { ...init, headers });
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return response;
  }

  async askForHelp(): Promise<number> {
    const headers = { "content-type": "application/json" };
    const body = JSON.stringify({ text: "My TV is blue." });
    const asked = await this.#ask(this.rose, "/api/help-requests", { method: "POST", headers, body });
    return (await asked.json()).id;
  }

  /** The helper says "I'll help" to the request that the family has. */
  async takeRequest(): Promise<number> {
    const [request] = await (await this.#ask(this.anna, "/api/help-requests")).json();
    await this.#ask(this.anna, `/api/help-requests/${request.id}/acknowledgement`, { method: "POST" });
    return request.id;
  }

  async send(id: number, { path, type, bytes }: Upload): Promise<void> {
    const headers = { "idempotency-key": "bench", "content-type": type };
    const body = new Uint8Array(bytes);
    const init = { method: "POST", headers, body };
    await (await this.#ask(this.rose, `/api/help-requests/${id}/${path}`, init)).json();
  }

  /** The helper gives the family a hello. */
  async giveHello({ path, type, bytes }: Upload): Promise<void> {
    const headers = { "idempotency-key": "bench", "content-type": type };
    const init = { method: "POST", headers, body: new Uint8Array(bytes) };
    await (await this.#ask(this.anna, `/api/hellos/${path}?place=0`, init)).json();
  }

  /** Opens the helper's live connection. `heard` resolves when it carries the name of a new reply. */
  async listen(): Promise<{ heard: Promise<void> }> {
    const leaving = new AbortController();
    const { body } = await this.#ask(this.anna, "/api/live", { signal: leaving.signal });
    const hear = async () => {
      let received = "";
      for await (const part of body?.pipeThrough(new TextDecoderStream()) ?? []) {
        received += part;
        if (received.includes("event: help-replies")) break;
      }
    };
    return { heard: hear().finally(() => leaving.abort()) };
  }

  /** Reads the thread and its newest picture, as the helper's screen does. */
  async see(id: number): Promise<void> {
    const replies = await (await this.#ask(this.anna, `/api/help-requests/${id}/replies`)).json();
    const picture = await this.#ask(this.anna, `/api/help-pictures/${replies.at(-1).picture.id}`);
    await picture.arrayBuffer();
  }

  async readHome(): Promise<void> {
    await (await this.#ask(this.anna, "/api/home")).json();
  }
}
