// What people send is stored on the device first, and stays until the server has it.
import type { IDBPObjectStore } from "idb";
import { DeviceDatabase, putAndCommit } from "./device-database.ts";
import { isRefusedForGood, oneAtATime } from "./retries.ts";

/** The person who sends it, and the family that gets it. Only they may be signed in when it is sent. */
export interface Sender {
  personId: number;
  familyId: number;
}

export interface Waiting extends Sender {
  /** Identifies it on this device. */
  key: string;
  /** Why the server refused it for good, in words for the person. */
  refusal?: string;
}

interface Place<Item> {
  /** The name of the database on the device, and of its store. */
  readonly database: string;
  readonly store: string;
  /** While it is sent in one tab, no other tab sends it. */
  readonly lock: string;
  /** In milliseconds since 1970. */
  readonly madeAt: (item: Item) => number;
  /** What is older is removed. */
  readonly maxAgeMs?: number;
  /** Whether the person no longer wants it to be sent. It stays until its feature removes it. */
  readonly isDiscarded?: (item: Item) => boolean;
}

interface Sending<Item> {
  /** Throws what `call` throws. The server recognizes what it gets twice. */
  send(item: Item): Promise<unknown>;
  /** What the person reads when the server has refused it for good. Without words, it is removed. */
  refusalOf(item: Item, error: unknown): string | undefined;
  /** Leaves out what cannot be sent yet. */
  isReady?(item: Item): boolean;
  /** Asked once before the first is sent. */
  mayBegin?(): Promise<boolean>;
}

/** Whether anything was tried, and whether anything was sent or refused. */
interface Flushed {
  readonly hasTried: boolean;
  readonly hasChanged: boolean;
}

type Store = IDBPObjectStore<unknown, [string], string, "readwrite">;

/** An outbox of one kind of things. Each has a database of its own. */
export class Outbox<Item extends Waiting> {
  readonly database: string;
  readonly #place: Place<Item>;
  readonly #stored: DeviceDatabase<unknown, string>;

  constructor(place: Place<Item>) {
    this.database = place.database;
    this.#place = place;
    this.#stored = new DeviceDatabase(place.database, place.store, (database) => {
      database.createObjectStore(place.store, { keyPath: "key" });
    });
  }

  put(item: Item): Promise<void> {
    return this.#change((store) => putAndCommit(store, item));
  }

  remove(key: string): Promise<void> {
    return this.#change((store) => store.delete(key));
  }

  /** Everybody's, oldest first. */
  async all(): Promise<Item[]> {
    const { madeAt, maxAgeMs = Number.POSITIVE_INFINITY } = this.#place;
    const all: Item[] = await this.#stored.use("readonly", (store) => store.getAll());
    const isOld = (item: Item) => madeAt(item) < Date.now() - maxAgeMs;
    await Promise.all(all.filter(isOld).map(({ key }) => this.remove(key)));
    return all
      .filter((item) => !isOld(item))
      .sort((one, other) => madeAt(one) - madeAt(other) || one.key.localeCompare(other.key));
  }

  async of({ personId, familyId }: Sender): Promise<Item[]> {
    return (await this.all()).filter((one) => one.personId === personId && one.familyId === familyId);
  }

  /** Removes what this person has not sent yet to any other family. Returns how much of it they still wanted. */
  removeOfOthers(personId: number, familyIds: readonly number[]): Promise<number> {
    return this.#change(async (store) => {
      const all: Item[] = await store.getAll();
      const others = all.filter((one) => one.personId === personId && !familyIds.includes(one.familyId));
      await Promise.all(others.map(({ key }) => store.delete(key)));
      return others.filter((one) => !this.#isDiscarded(one)).length;
    });
  }

  /**
   * Stores what came of an attempt: why it was refused, or that nothing more is to be done. What the person has removed or
   * discarded in the meantime stays as it is.
   */
  settle(key: string, refusal: string | undefined): Promise<void> {
    return this.#change(async (store) => {
      const item: Item | undefined = await store.get(key);
      if (!item || this.#isDiscarded(item)) return;
      await (refusal === undefined ? store.delete(key) : store.put({ ...item, refusal }));
    });
  }

  /** Sends what the server has refused once more, with the next attempt. */
  tryAgain(key: string): Promise<void> {
    return this.#change(async (store) => {
      const item: Item | undefined = await store.get(key);
      if (!item) return;
      const { refusal: _, ...rest } = item;
      await store.put(rest);
    });
  }

  /** Sends what waits, oldest first, until one fails. */
  flush(sender: Sender, sending: Sending<Item>): Promise<Flushed> {
    return oneAtATime(this.#place.lock, () => this.#sendAll(sender, sending)).catch(() => ({
      hasTried: false,
      hasChanged: false,
    }));
  }

  /** Something counts as stored only once it is on the disk. */
  #change<Result>(work: (store: Store) => Promise<Result>): Promise<Result> {
    return this.#stored.use("readwrite", work, { durability: "strict" });
  }

  #isDiscarded(item: Item): boolean {
    return this.#place.isDiscarded?.(item) ?? false;
  }

  async #sendable(sender: Sender, { isReady = () => true }: Sending<Item>): Promise<Item[]> {
    const all = await this.of(sender);
    return all.filter((item) => item.refusal === undefined && !this.#isDiscarded(item) && isReady(item));
  }

  async #sendAll(sender: Sender, sending: Sending<Item>): Promise<Flushed> {
    const sendable = await this.#sendable(sender, sending);
    if (sendable.length === 0 || (await sending.mayBegin?.()) === false)
      return { hasTried: false, hasChanged: false };
    let hasChanged = false;
    for (const item of sendable) {
      // The person may have removed or discarded it in the meantime.
      if (!(await this.#sendable(sender, sending)).some(({ key }) => key === item.key)) continue;
      if (!(await this.#isDone(item, sending))) break;
      hasChanged = true;
    }
    return { hasTried: true, hasChanged };
  }

  /** Returns whether it was sent, or refused for good. */
  async #isDone(item: Item, { send, refusalOf }: Sending<Item>): Promise<boolean> {
    let refusal: string | undefined;
    try {
      await send(item);
    } catch (error) {
      if (!isRefusedForGood(error)) return false;
      refusal = refusalOf(item, error);
    }
    // If this fails, it is sent again under the same key, which the server recognizes.
    await this.settle(item.key, refusal).catch(() => undefined);
    return true;
  }
}
