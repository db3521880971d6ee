import { type IDBPDatabase, type IDBPObjectStore, openDB, type StoreNames, type StoreValue } from "idb";
import { currentVisit } from "./page-visit.ts";
import { inTime } from "./time-limit.ts";

/**
 * Stores a value even if the page is left right now: its transaction needs nothing more from the page. It has to be the
 * last step of a transaction.
 */
export async function putAndCommit<Schema, Name extends StoreNames<Schema>>(
  store: IDBPObjectStore<Schema, [Name], Name, "readwrite">,
  value: StoreValue<Schema, Name>,
): Promise<void> {
  const stored = store.put(value);
  store.transaction.commit();
  await stored;
}

type Mode = "readonly" | "readwrite";

/**
 * A database of the app on this device, with one store. Each kind of data has its own, because an open page of an older
 * version could block the upgrade of a shared one.
 */
export class DeviceDatabase<Schema, Name extends StoreNames<Schema>> {
  readonly #name: string;
  readonly #storeName: Name;
  readonly #create: (database: IDBPDatabase<Schema>) => void;
  #opened: Promise<IDBPDatabase<Schema>> | undefined;

  constructor(name: string, storeName: Name, create: (database: IDBPDatabase<Schema>) => void) {
    this.#name = name;
    this.#storeName = storeName;
    this.#create = create;
  }

  /**
   * Does the work in one transaction, which is undone if it takes too long or the page is left in the middle. A page in
   * the back/forward cache would otherwise keep the other pages waiting.
   */
  async use<Result, M extends Mode>(
    mode: M,
    work: (store: IDBPObjectStore<Schema, [Name], Name, M>) => Promise<Result>,
    options?: IDBTransactionOptions,
  ): Promise<Result> {
    const end = new AbortController();
    const visit = currentVisit();
    visit.throwIfAborted();
    const leave = () => end.abort(visit.reason);
    visit.addEventListener("abort", leave);
    const transact = async () => {
      const database = await this.#open(visit);
      end.signal.throwIfAborted();
      const transaction = database.transaction(this.#storeName, mode, options);
      end.signal.addEventListener("abort", () => {
        try {
          transaction.abort();
        } catch {
          // The transaction is already being committed, which cannot be stopped.
        }
      });
      const [result] = await Promise.all([work(transaction.objectStore(this.#storeName)), transaction.done]);
      return result;
    };
    try {
      return await inTime(transact());
    } catch (error) {
      // The next use opens it again.
      this.#close();
      end.abort(error);
      throw error;
    } finally {
      visit.removeEventListener("abort", leave);
    }
  }

  #open(visit: AbortSignal): Promise<IDBPDatabase<Schema>> {
    if (this.#opened) return this.#opened;
    // Another page asks for this when it deletes the database or has a newer version.
    const opened = openDB<Schema>(this.#name, 1, {
      upgrade: this.#create,
      terminated: this.#close,
      blocking: this.#close,
    });
    this.#opened = opened;
    visit.addEventListener("abort", this.#close, { once: true });
    return opened;
  }

  readonly #close = (): void => {
    const closing = this.#opened;
    this.#opened = undefined;
    void closing?.then((database) => database.close()).catch(() => undefined);
  };
}
