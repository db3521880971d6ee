// The day without a connection: the server's last answers are stored, and restored when it does not answer.
import { hashKey, type Query, type QueryClient, type QueryKey } from "@tanstack/react-query";
import type { DBSchema } from "idb";
import { isUnanswered, waitOf } from "#web/platform/api/call.ts";
import { token } from "#web/platform/api/session.ts";
import { DeviceDatabase, putAndCommit } from "./device-database.ts";

interface StoredAnswer {
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
  answers: { key: string; value: StoredAnswer };
}

const answers = new DeviceDatabase<AnswersSchema, "answers">("porchlight-answers", "answers", (database) => {
  database.createObjectStore("answers", { keyPath: "place" });
});

const putAnswer = (answer: StoredAnswer): Promise<void> =>
  answers.use("readwrite", (store) => putAndCommit(store, answer));

const answerAt = (place: string): Promise<StoredAnswer | undefined> =>
  answers.use("readonly", (store) => store.get(place));

const dropWhere = (isDropped: (answer: StoredAnswer) => boolean): Promise<void> =>
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

// A server that is silent for this long is treated as unreachable until it answers.
const timeoutMs = 4_000;

const relevantActions: ReadonlySet<string> = new Set(["fetch", "success", "error"]);

const isDay = (part: unknown): boolean => typeof part === "string" && /^\d{4}-\d\d-\d\d$/.test(part);

const placeOf = ({ queryKey }: Query): string => JSON.stringify(queryKey.filter((part) => !isDay(part)));

/** Says whose answers these are, because the platform does not know who can sign in. */
interface Owner {
  /** The key of the query that says which family is open. */
  queryKey: QueryKey;
  /** The open family, null when there is none, undefined until it is known. */
  familyId: () => number | null | undefined;
}

export class StoredAnswers {
  readonly #queries: QueryClient;
  readonly #owner: Owner;

  constructor(queries: QueryClient, owner: Owner) {
    this.#queries = queries;
    this.#owner = owner;
  }

  start(): void {
    this.#checkAll();
    this.#queries.getQueryCache().subscribe((event) => {
      if (event.type !== "updated" || !relevantActions.has(event.action.type)) return;
      // Answers that arrived before their owner was known have been waiting for this.
      if (this.#isOwnerQuery(event.query)) this.#checkAll();
      else this.#check(event.query);
    });
  }

  #checkAll(): void {
    for (const query of this.#queries.getQueryCache().getAll()) this.#check(query);
  }

  #check(query: Query): void {
    if (!query.meta?.storedOffline) return;
    const { status, data, error, fetchStatus } = query.state;
    if (status === "success") this.#store(query).catch(() => undefined);
    else if (data !== undefined) return;
    else if (isUnanswered(error) || waitOf(error) !== undefined) this.#restore(query).catch(() => undefined);
    else if (fetchStatus === "fetching") setTimeout(() => this.#stopWaiting(query), timeoutMs);
  }

  #stopWaiting(query: Query): void {
    if (query.state.fetchStatus === "fetching" && query.state.data === undefined) {
      this.#restore(query).catch(() => undefined);
    }
  }

  #isOwnerQuery(query: Query): boolean {
    return query.queryHash === hashKey(this.#owner.queryKey);
  }

  /** The family that the answer is about. The answer that says which family is open is about none. */
  #familyId(query: Query): number | null | undefined {
    return this.#isOwnerQuery(query) ? null : this.#owner.familyId();
  }

  async #store(query: Query): Promise<void> {
    const familyId = this.#familyId(query);
    const { data: answer, dataUpdatedAt: at } = query.state;
    const signIn = token();
    if (familyId === undefined || signIn === null) return;
    const owner = await ownerOf(signIn);
    const question = query.queryHash;
    // If the person has signed out in the meantime, their answer must not be stored after the cleanup.
    if (token() === signIn) await putAnswer({ place: placeOf(query), question, owner, familyId, answer, at });
  }

  async #restore(query: Query): Promise<void> {
    const signIn = token();
    const stored = await answerAt(placeOf(query));
    if (!stored || signIn === null || stored.owner !== (await ownerOf(signIn))) return;
    if (stored.question !== query.queryHash || stored.familyId !== this.#familyId(query)) return;
    const { data, error } = query.state;
    if (data !== undefined || token() !== signIn) return;
    // The state looks like that of a failed refetch: the last answer, its time, and the error.
    query.setState({
      data: stored.answer,
      dataUpdatedAt: stored.at,
      status: "error",
      error: error ?? new TypeError("No answer yet."),
    });
    if (this.#isOwnerQuery(query)) this.#checkAll();
  }
}
