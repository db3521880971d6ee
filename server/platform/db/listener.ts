import { setImmediate as nextTurn, setTimeout as pause } from "node:timers/promises";
import { Client, type ClientConfig } from "pg";
import { isUnavailable } from "./unavailable.ts";

interface Subscription {
  readonly channel: string;
  readonly onMessage: (payload: string) => void;
  readonly onGap: () => void;
}

const firstPauseMs = 20;
const maxPauseMs = 5_000;
const catchUpTimeoutMs = 250;
const silenceTimeoutMs = 5_000;

/** Has its own connection for LISTEN, which is opened again whenever it breaks. */
export class Listener {
  readonly #config: ClientConfig;
  readonly #subscriptions: Subscription[] = [];
  #client: Client | undefined;
  #lastTurn: Promise<unknown> = Promise.resolve();
  #nextCatchUp: Promise<void> | undefined;
  #isClosed = false;
  #isReopening = false;

  constructor(config: ClientConfig) {
    this.#config = config;
  }

  /**
   * Calls `onGap` each time that messages may have been missed. If the database does not answer, this resolves all the
   * same: the connection is opened as soon as it does.
   */
  async listen(channel: string, onMessage: (payload: string) => void, onGap: () => void): Promise<void> {
    this.#subscriptions.push({ channel, onMessage, onGap });
    try {
      await this.#inTurn(async () => {
        if (this.#client) await this.#client.query(`listen ${this.#client.escapeIdentifier(channel)}`);
        else await this.#connect();
      });
    } catch (error) {
      if (!(error instanceof Error && isUnavailable(error))) throw error;
      void this.#reopen();
    }
  }

  /**
   * Resolves once everything that was committed before the call has been heard: PostgreSQL sends a session its
   * notifications before it is ready for the next query. Rejects soon if nothing is heard. Calls that arrive while an
   * earlier one is waiting share the next answer.
   */
  catchUp(): Promise<void> {
    this.#nextCatchUp ??= this.#startCatchUp();
    return this.#nextCatchUp;
  }

  #startCatchUp(): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const giveUp = () => reject(new Error("The listener does not answer."));
    // If this process itself was held up, the answer may already be here. It is read before the immediate runs.
    const timer = setTimeout(() => setImmediate(giveUp), catchUpTimeoutMs);
    this.#inTurn(async () => {
      await nextTurn();
      this.#nextCatchUp = undefined;
      const [subscription] = this.#subscriptions;
      if (!this.#client || !subscription) throw new Error("The listener is not connected.");
      await this.#listenAgain(this.#client, subscription);
    })
      .then(resolve, reject)
      .finally(() => clearTimeout(timer));
    return promise;
  }

  /** Changes nothing, but closes a connection that does not answer. With a query under way, TCP waits for many minutes. */
  async #listenAgain(client: Client, { channel }: Subscription): Promise<void> {
    const timer = setTimeout(() => client.end(), silenceTimeoutMs);
    await client.query(`listen ${client.escapeIdentifier(channel)}`).finally(() => clearTimeout(timer));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#inTurn(async () => this.#client?.end());
  }

  /**
   * Runs one task at a time, because pg takes a query only after the last answer, and two callers would open two
   * connections.
   */
  #inTurn(task: () => Promise<void>): Promise<void> {
    const turn = this.#lastTurn.then(task);
    this.#lastTurn = turn.catch(() => undefined);
    return turn;
  }

  async #connect(): Promise<void> {
    if (!this.#client && !this.#isClosed) this.#client = await this.#open();
  }

  async #open(): Promise<Client> {
    const client = new Client(this.#config);
    client.on("error", () => {});
    client.on("notification", ({ channel, payload }) => this.#hear(channel, payload ?? ""));
    try {
      await client.connect();
      for (const { channel } of this.#subscriptions)
        await client.query(`listen ${client.escapeIdentifier(channel)}`);
    } catch (error) {
      await client.end();
      throw error;
    }
    client.on("end", () => {
      this.#client = undefined;
      void this.#reopen();
    });
    return client;
  }

  #hear(channel: string, payload: string): void {
    for (const subscription of this.#subscriptions) {
      if (subscription.channel === channel) subscription.onMessage(payload);
    }
  }

  async #reopen(): Promise<void> {
    if (this.#isReopening) return;
    this.#isReopening = true;
    await this.#openUntilItWorks();
    this.#isReopening = false;
    if (this.#isClosed) return;
    for (const { onGap } of this.#subscriptions) onGap();
  }

  async #openUntilItWorks(): Promise<void> {
    for (
      let waitMs = firstPauseMs;
      !this.#isClosed && !this.#client;
      waitMs = Math.min(waitMs * 2, maxPauseMs)
    ) {
      await pause(waitMs, undefined, { ref: false });
      await this.#inTurn(() => this.#connect()).catch(() => undefined);
    }
  }
}
