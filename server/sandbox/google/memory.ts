// What the sandbox's provider keeps: in memory, until the process ends.
import type { Adapter, AdapterFactory, AdapterPayload } from "oidc-provider";

interface Kept {
  payload: AdapterPayload;
  until: number;
}

class Memory implements Adapter {
  readonly #kept = new Map<string, Kept>();

  async upsert(id: string, payload: AdapterPayload, seconds = Number.POSITIVE_INFINITY): Promise<void> {
    for (const [old, { until }] of this.#kept) if (until <= Date.now()) this.#kept.delete(old);
    this.#kept.set(id, { payload, until: Date.now() + seconds * 1000 });
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    const kept = this.#kept.get(id);
    return kept && kept.until > Date.now() ? kept.payload : undefined;
  }

  async consume(id: string): Promise<void> {
    const kept = this.#kept.get(id);
    if (kept) kept.payload.consumed = Math.floor(Date.now() / 1000);
  }

  async destroy(id: string): Promise<void> {
    this.#kept.delete(id);
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    for (const [id, { payload }] of this.#kept) if (payload.grantId === grantId) this.#kept.delete(id);
  }

  // Only sessions and device codes are looked for by these.
  async findByUid(): Promise<undefined> {}
  async findByUserCode(): Promise<undefined> {}
}

/** Forgets who is signed in, so that it asks for an account each time. */
class Forgetful extends Memory {
  override async upsert(): Promise<void> {}
}

export const memory: AdapterFactory = (model) => (model === "Session" ? new Forgetful() : new Memory());
