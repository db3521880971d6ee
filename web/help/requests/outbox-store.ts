// Where a request waits on the device until the server has it.
import { type DBSchema, type IDBPDatabase, type IDBPObjectStore, openDB } from "idb";
import type { NewHelpRequest } from "#contract/help/requests.ts";

export interface WaitingRequest {
  /** The Idempotency-Key under which it is sent, however often. */
  key: string;
  personId: number;
  familyId: number;
  phrase: string;
  body: NewHelpRequest;
  askedAt: string;
  /** Whom to phone about it when nobody is signed in any more. */
  contact?: { name: string; phoneNumber: string };
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

type Store = IDBPObjectStore<OutboxSchema, ["waiting"], "waiting", "readwrite">;

async function begin<Result>(work: (store: Store) => Promise<Result>, late: AbortSignal): Promise<Result> {
  const database = await open();
  late.throwIfAborted();
  const transaction = database.transaction("waiting", "readwrite", { durability: "strict" });
  late.addEventListener("abort", () => transaction.abort());
  const [result] = await Promise.all([work(transaction.store), transaction.done]);
  return result;
}

// The storage of a browser may be broken in a way that it never answers: help does not wait for it.
const timeoutMs = 3_000;

/** What is not done in time is not done at all. */
async function inTime<Result>(work: (store: Store) => Promise<Result>): Promise<Result> {
  const late = new AbortController();
  const isLate = new Promise<never>((_, reject) => {
    late.signal.addEventListener("abort", () => reject(late.signal.reason));
  });
  const timer = setTimeout(() => {
    opened = undefined;
    late.abort();
  }, timeoutMs);
  try {
    return await Promise.race([begin(work, late.signal), isLate]);
  } finally {
    clearTimeout(timer);
  }
}

export async function putWaiting(request: WaitingRequest): Promise<void> {
  await inTime((store) => store.put(request));
}

export const removeWaiting = (key: string): Promise<void> => inTime((store) => store.delete(key));

/** What this person asked families other than these. Answers how many requests that were. */
export const removeWaitingOfOthers = (personId: number, familyIds: readonly number[]): Promise<number> =>
  inTime(async (store) => {
    const all = await store.getAll();
    const others = all.filter((one) => one.personId === personId && !familyIds.includes(one.familyId));
    await Promise.all(others.map(({ key }) => store.delete(key)));
    return others.length;
  });

/** Oldest first. */
export async function allWaiting(): Promise<WaitingRequest[]> {
  const all = await inTime((store) => store.getAll());
  return all.sort((one, other) => one.askedAt.localeCompare(other.askedAt));
}
