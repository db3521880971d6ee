// The day without a connection: the server's last answers are stored, and restored when it does not answer.
import { hashKey, type Query, type QueryClient, type QueryKey } from "@tanstack/react-query";
import { isUnanswered } from "#web/platform/api/call.ts";
import { token } from "#web/platform/api/session.ts";
import { answerAt, ownerOf, putAnswer } from "./answer-store.ts";

// A server that is silent for this long is treated as unreachable until it answers.
const timeoutMs = 4_000;

const relevantActions: ReadonlySet<string> = new Set(["fetch", "success", "error"]);

const isDay = (part: unknown): boolean => typeof part === "string" && /^\d{4}-\d\d-\d\d$/.test(part);

const placeOf = ({ queryKey }: Query): string => JSON.stringify(queryKey.filter((part) => !isDay(part)));

/** Says whose answers these are, because the kit does not know who can sign in. */
interface Owner {
  /** The key of the query that says which family is open. */
  queryKey: QueryKey;
  /** The open family, null when there is none, undefined until it is known. */
  familyId: () => number | null | undefined;
}

export class KeptAnswers {
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
    if (!query.meta?.keptOffline) return;
    const { status, data, error, fetchStatus } = query.state;
    if (status === "success") this.#keep(query).catch(() => undefined);
    else if (data !== undefined) return;
    else if (isUnanswered(error)) this.#restore(query).catch(() => undefined);
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

  async #keep(query: Query): Promise<void> {
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
    const kept = await answerAt(placeOf(query));
    if (!kept || signIn === null || kept.owner !== (await ownerOf(signIn))) return;
    if (kept.question !== query.queryHash || kept.familyId !== this.#familyId(query)) return;
    const { data, error } = query.state;
    if (data !== undefined || token() !== signIn) return;
    // The state looks like that of a failed refetch: the last answer, its time, and the error.
    query.setState({
      data: kept.answer,
      dataUpdatedAt: kept.at,
      status: "error",
      error: error ?? new TypeError("No answer yet."),
    });
    if (this.#isOwnerQuery(query)) this.#checkAll();
  }
}
