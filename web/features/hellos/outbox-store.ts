// Stores hellos and hearts on the device until the server has them.
import type { DBSchema } from "idb";
import { dayMs } from "#contract/durations.ts";
import { DeviceDatabase, putAndCommit } from "#web/platform/offline/device-database.ts";

interface Waiting {
  /** Identifies it on this device. */
  key: string;
  personId: number;
  familyId: number;
  madeAt: number;
}

/** One picture or voice message. Several pictures with the same hello key are one hello. */
export interface WaitingFile extends Waiting {
  kind: "picture" | "voice";
  /** The Idempotency-Key of every attempt. */
  helloKey: string;
  place: number;
  caption: string;
  answerTo?: number;
  birthdayOf?: number;
  /** A JPEG, or a WAV file of plain samples. Not every browser can store a Blob. */
  bytes: ArrayBuffer;
  /** Why the server refused it for good, in words for the person. */
  refusal?: string;
}

export interface WaitingHeart extends Waiting {
  kind: "heart";
  helloId: number;
  isLoved: boolean;
}

interface HellosSchema extends DBSchema {
  hellos: { key: string; value: WaitingFile | WaitingHeart };
}

const maxAgeMs = 30 * dayMs;

const outbox = new DeviceDatabase<HellosSchema, "hellos">("porchlight-hellos", "hellos", (database) => {
  database.createObjectStore("hellos", { keyPath: "key" });
});

export const putWaiting = (one: WaitingFile | WaitingHeart): Promise<void> =>
  outbox.use("readwrite", (store) => putAndCommit(store, one));

export const removeWaiting = (key: string): Promise<void> =>
  outbox.use("readwrite", (store) => store.delete(key));

/** Oldest first. */
export async function allWaiting(): Promise<(WaitingFile | WaitingHeart)[]> {
  const all = await outbox.use("readonly", (store) => store.getAll());
  const isOld = ({ madeAt }: Waiting) => madeAt < Date.now() - maxAgeMs;
  await Promise.all(all.filter(isOld).map(({ key }) => removeWaiting(key)));
  return all
    .filter((one) => !isOld(one))
    .sort((one, other) => one.madeAt - other.madeAt || one.key.localeCompare(other.key));
}

/** Removes what this person has not sent yet to any other family. */
export async function removeHellosOfOthers(personId: number, familyIds: readonly number[]): Promise<void> {
  const all = await allWaiting();
  const others = all.filter((one) => one.personId === personId && !familyIds.includes(one.familyId));
  await Promise.all(others.map(({ key }) => removeWaiting(key)));
}
