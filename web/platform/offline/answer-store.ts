// The server's last answers, stored for times without a connection.
import type { DBSchema } from "idb";
import { DeviceDatabase, putAndCommit } from "./device-database.ts";

interface KeptAnswer {
  /** The query key without the day, so that today's answer replaces yesterday's. */
  place: string;
  /** The query key with the day. */
  question: string;
  /** A fingerprint of the token, because nobody else may see the answer. */
  owner: string;
  /** The family that the answer is about. Null for the answer that says which family is open. */
  familyId: number | null;
  answer: unknown;
  /** The time at which the answer came, in milliseconds since 1970. */
  at: number;
}

interface AnswersSchema extends DBSchema {
  answers: { key: string; value: KeptAnswer };
}

const answers = new DeviceDatabase<AnswersSchema, "answers">("porchlight-answers", "answers", (database) => {
  database.createObjectStore("answers", { keyPath: "place" });
});

export const putAnswer = (answer: KeptAnswer): Promise<void> =>
  answers.use("readwrite", (store) => putAndCommit(store, answer));

export const answerAt = (place: string): Promise<KeptAnswer | undefined> =>
  answers.use("readonly", (store) => store.get(place));

const dropWhere = (isDropped: (answer: KeptAnswer) => boolean): Promise<void> =>
  answers.use("readwrite", async (store) => {
    for await (const cursor of store) {
      if (isDropped(cursor.value)) await cursor.delete();
    }
  });

/** Removes the answers of all other owners. */
export const dropOthers = (owner: string | null): Promise<void> =>
  dropWhere((answer) => answer.owner !== owner);

/** Removes the answers about any other family. */
export const dropOtherFamilies = (familyIds: readonly number[]): Promise<void> =>
  dropWhere(({ familyId }) => familyId !== null && !familyIds.includes(familyId));

const known = new Map<string, Promise<string>>();

async function fingerprint(token: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(token));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Names the owner of answers without storing the token again. */
export function ownerOf(token: string): Promise<string> {
  const owner = known.get(token) ?? fingerprint(token);
  known.set(token, owner);
  return owner;
}
