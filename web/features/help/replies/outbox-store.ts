// Stores pictures and voice messages on the device until the server has them.
import type { DBSchema } from "idb";
import { dayMs } from "#contract/durations.ts";
import { DeviceDatabase, putAndCommit } from "#web/platform/offline/device-database.ts";

export interface WaitingFile {
  /** The Idempotency-Key of every attempt. */
  key: string;
  /** The Idempotency-Key of the request, which may itself be waiting. */
  requestKey: string;
  personId: number;
  familyId: number;
  kind: "picture" | "voice";
  /** A JPEG, or a WAV file of plain samples. Not every browser can store a Blob. */
  bytes: ArrayBuffer;
  takenAt: number;
  /** Why the server refused it for good, in words for the person. */
  refusal?: string;
}

interface FilesSchema extends DBSchema {
  files: { key: string; value: WaitingFile };
}

// Anything older is about a request that is long over.
const maxAgeMs = 7 * dayMs;

const outbox = new DeviceDatabase<FilesSchema, "files">("porchlight-files", "files", (database) => {
  database.createObjectStore("files", { keyPath: "key" });
});

const read = (): Promise<WaitingFile[]> => outbox.use("readonly", (store) => store.getAll());

export const putFile = (file: WaitingFile): Promise<void> =>
  outbox.use("readwrite", (store) => putAndCommit(store, file));

export const removeFile = (key: string): Promise<void> =>
  outbox.use("readwrite", (store) => store.delete(key));

/** Removes the files that this person has not sent yet and that are about requests to another family. */
export async function removeFilesOfOthers(personId: number, familyIds: readonly number[]): Promise<void> {
  const all = await read();
  const others = all.filter((one) => one.personId === personId && !familyIds.includes(one.familyId));
  await Promise.all(others.map(({ key }) => removeFile(key)));
}

/** Oldest first. */
export async function allFiles(): Promise<WaitingFile[]> {
  const all = await read();
  const isOld = ({ takenAt }: WaitingFile) => takenAt < Date.now() - maxAgeMs;
  await Promise.all(all.filter(isOld).map(({ key }) => removeFile(key)));
  return all.filter((file) => !isOld(file)).sort((one, other) => one.takenAt - other.takenAt);
}
