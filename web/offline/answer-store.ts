// What the server answered last, for a time without a connection.
import { type DBSchema, type IDBPDatabase, openDB } from "idb";

interface KeptAnswer {
  /** What was asked, the day left out: yesterday's answer makes room for today's. */
  place: string;
  /** What was asked, the day included. */
  question: string;
  /** A fingerprint of the sign-in with which it was asked: nobody else is shown it. */
  owner: string;
  /** The family that was open; unknown for the answer that says which one it is. */
  familyId: number | null;
  answer: unknown;
  /** When it came, in milliseconds. */
  at: number;
}

interface AnswersSchema extends DBSchema {
  answers: { key: string; value: KeptAnswer };
}

let opened: Promise<IDBPDatabase<AnswersSchema>> | undefined;

// Not a store of the outbox's database: an open page of an older version would hold up its upgrade, and with it a request.
function open(): Promise<IDBPDatabase<AnswersSchema>> {
  opened ??= openDB<AnswersSchema>("porchlight-answers", 1, {
    upgrade: (database) => {
      database.createObjectStore("answers", { keyPath: "place" });
    },
    terminated: () => {
      opened = undefined;
    },
  });
  return opened;
}

export async function putAnswer(answer: KeptAnswer): Promise<void> {
  await (await open()).put("answers", answer);
}

export const answerAt = async (place: string): Promise<KeptAnswer | undefined> =>
  (await open()).get("answers", place);

async function dropWhere(isDropped: (answer: KeptAnswer) => boolean): Promise<void> {
  const transaction = (await open()).transaction("answers", "readwrite");
  for await (const cursor of transaction.store) {
    if (isDropped(cursor.value)) await cursor.delete();
  }
  await transaction.done;
}

/** All but those of this owner. */
export const dropOthers = (owner: string | null): Promise<void> =>
  dropWhere((answer) => answer.owner !== owner);

/** All that are about a family other than these. */
export const dropOtherFamilies = (familyIds: readonly number[]): Promise<void> =>
  dropWhere(({ familyId }) => familyId !== null && !familyIds.includes(familyId));

const known = new Map<string, Promise<string>>();

async function fingerprint(token: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(token));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Whose answers these are, without keeping the token a second time. */
export function ownerOf(token: string): Promise<string> {
  const owner = known.get(token) ?? fingerprint(token);
  known.set(token, owner);
  return owner;
}
