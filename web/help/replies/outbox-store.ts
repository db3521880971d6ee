// Stores pictures on the device until the server has them.

import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import { dayMs } from "#contract/durations.ts";

export interface WaitingPicture {
  /** The Idempotency-Key of every attempt. */
  key: string;
  /** The Idempotency-Key of the request, which may itself be waiting. */
  requestKey: string;
  personId: number;
  familyId: number;
  /** A JPEG. Not every browser can store a Blob. */
  bytes: ArrayBuffer;
  takenAt: number;
  /** Why the server refused it for good, in words for the person. */
  refusal?: string;
}

interface PicturesSchema extends DBSchema {
  pictures: { key: string; value: WaitingPicture };
}

// The request of an older picture is long over.
const maxAgeMs = 7 * dayMs;

let opened: Promise<IDBPDatabase<PicturesSchema>> | undefined;

// Separate from the outbox of requests, because an open page of an older version could block its upgrade.
function open(): Promise<IDBPDatabase<PicturesSchema>> {
  opened ??= openDB<PicturesSchema>("porchlight-pictures", 1, {
    upgrade: (database) => {
      database.createObjectStore("pictures", { keyPath: "key" });
    },
    terminated: () => {
      opened = undefined;
    },
  });
  opened.catch(() => {
    opened = undefined;
  });
  return opened;
}

export async function putPicture(picture: WaitingPicture): Promise<void> {
  await (await open()).put("pictures", picture);
}

export async function removePicture(key: string): Promise<void> {
  await (await open()).delete("pictures", key);
}

/** Removes this person's pictures for requests to any other family. */
export async function removePicturesOfOthers(personId: number, familyIds: readonly number[]): Promise<void> {
  const all = await (await open()).getAll("pictures");
  const others = all.filter((one) => one.personId === personId && !familyIds.includes(one.familyId));
  await Promise.all(others.map(({ key }) => removePicture(key)));
}

/** Oldest first. */
export async function allPictures(): Promise<WaitingPicture[]> {
  const all = await (await open()).getAll("pictures");
  const isOld = ({ takenAt }: WaitingPicture) => takenAt < Date.now() - maxAgeMs;
  await Promise.all(all.filter(isOld).map(({ key }) => removePicture(key)));
  return all.filter((picture) => !isOld(picture)).sort((one, other) => one.takenAt - other.takenAt);
}
