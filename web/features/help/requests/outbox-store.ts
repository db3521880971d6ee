// Stores requests on the device until the server has them.
import type { DBSchema, IDBPObjectStore } from "idb";
import type { NewHelpRequest } from "#contract/help/requests.ts";
import { DeviceDatabase, putAndCommit } from "#web/platform/offline/device-database.ts";

export interface WaitingRequest {
  /** The Idempotency-Key of every attempt. */
  key: string;
  personId: number;
  familyId: number;
  phrase: string;
  body: NewHelpRequest;
  /** The category from which it was asked. */
  categoryId?: number;
  askedAt: string;
  /** The person to call about it after signing out. */
  contact?: { name: string; phoneNumber: string };
  /** Why the server refused it for good, in words for the person. */
  refusal?: string;
  /** When the person discarded it. It stays until it is certain that the server does not ask for it. */
  discardedAt?: number;
}

export const isDiscarded = ({ discardedAt }: WaitingRequest): boolean => discardedAt !== undefined;

interface OutboxSchema extends DBSchema {
  waiting: { key: string; value: WaitingRequest };
}

const outbox = new DeviceDatabase<OutboxSchema, "waiting">("porchlight", "waiting", (database) => {
  database.createObjectStore("waiting", { keyPath: "key" });
});

type Store = IDBPObjectStore<OutboxSchema, ["waiting"], "waiting", "readwrite">;

/** A request counts as stored only once it is on the disk. */
function change<Result>(work: (store: Store) => Promise<Result>): Promise<Result> {
  return outbox.use("readwrite", work, { durability: "strict" });
}

export async function putWaiting(request: WaitingRequest): Promise<void> {
  await change((store) => putAndCommit(store, request));
}

export const removeWaiting = (key: string): Promise<void> => change((store) => store.delete(key));

/**
 * Stores what came of an attempt: why it was refused, or that the server has it. A request that the person discarded in the
 * meantime stays as it is.
 */
export const settleWaiting = (key: string, refusal: string | undefined): Promise<void> =>
  change(async (store) => {
    const waiting = await store.get(key);
    if (!waiting || isDiscarded(waiting)) return;
    await (refusal === undefined ? store.delete(key) : store.put({ ...waiting, refusal }));
  });

/** Removes this person's requests to any other family. Returns how many of them the person still wanted. */
export const removeWaitingOfOthers = (personId: number, familyIds: readonly number[]): Promise<number> =>
  change(async (store) => {
    const all = await store.getAll();
    const others = all.filter((one) => one.personId === personId && !familyIds.includes(one.familyId));
    await Promise.all(others.map(({ key }) => store.delete(key)));
    return others.filter((one) => !isDiscarded(one)).length;
  });

/** Oldest first. */
export async function allWaiting(): Promise<WaitingRequest[]> {
  const all = await change((store) => store.getAll());
  return all.sort((one, other) => one.askedAt.localeCompare(other.askedAt));
}
