import { type DBSchema, type IDBPDatabase, openDB } from "idb";

/**
 * A database of the app on this device. Each kind of data has its own, because an open page of an older version could
 * block the upgrade of a shared one.
 */
export class DeviceDatabase<Schema extends DBSchema> {
  readonly #name: string;
  readonly #create: (database: IDBPDatabase<Schema>) => void;
  #opened: Promise<IDBPDatabase<Schema>> | undefined;

  constructor(name: string, create: (database: IDBPDatabase<Schema>) => void) {
    this.#name = name;
    this.#create = create;
  }

  open(): Promise<IDBPDatabase<Schema>> {
    if (this.#opened) return this.#opened;
    const opened = openDB<Schema>(this.#name, 1, { upgrade: this.#create, terminated: this.forget });
    opened.catch(this.forget);
    this.#opened = opened;
    return opened;
  }

  /** Has the next use open it again: after a failure, or because the browser has closed it. */
  readonly forget = (): void => {
    this.#opened = undefined;
  };
}
