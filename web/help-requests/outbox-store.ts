// Where a request waits on the device until the server has it.
import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { NewHelpRequest } from "#contract/help-requests.ts";

export interface WaitingRequest {
  /** The Idempotency-Key under which it is sent, however often. */
  key: string;
  personId: number;
  familyId: number;
  phrase: string;
  body: NewHelpRequest;
  askedAt: string;
  /** Why the server will never take it, in words for the person. */
  refusal?: string;
}

interface OutboxSchema extends DBSchema {
  waiting: { key: string; value: WaitingRequest };
}

let opened: Promise<IDBPDatabase<OutboxSchema>> | undefined;

function open(): Promise<IDBPDatabase<OutboxSchema>> {
  opened ??= openDB<OutboxSchema>("porchlight", 1, {
    upgrade: (database) => {
      database.createObjectStore("waiting", { keyPath: "key" });
    },
    // The browser closed it: the next use opens it again.
    terminated: () => {
      opened = undefined;
    },
  });
  opened.catch(() => {
    opened = undefined;
  });
  return opened;
}

export async function putWaiting(request: WaitingRequest): Promise<void> {
  const transaction = (await open()).transaction("waiting", "readwrite", { durability: "strict" });
  await Promise.all([transaction.store.put(request), transaction.done]);
}

export async function removeWaiting(key: string): Promise<void> {
  await (await open()).delete("waiting", key);
}

/** Oldest first. */
export async function allWaiting(): Promise<WaitingRequest[]> {
  const all = await (await open()).getAll("waiting");
  return all.sort((one, other) => one.askedAt.localeCompare(other.askedAt));
}
