// The day, readable without a connection: what the server said last is kept, and brought back when it does not answer.
import type { Query, QueryClient } from "@tanstack/react-query";
import { statusQuery } from "#web/accounts/queries.ts";
import { isUnanswered } from "#web/api/call.ts";
import { token } from "#web/api/session.ts";
import { answerAt, putAnswer } from "./answer-store.ts";
import { ownerOf } from "./owner.ts";

/** By the words of their keys, without day and numbers. */
export const keptNames: ReadonlySet<string> = new Set([
  "account status",
  "family",
  "calendar-events",
  "puzzles active",
  "local-events active",
  "help-phrases categories",
  "help-phrases category",
  "help-requests",
]);

// A server that is silent for so long is taken for one that is not there, until it answers.
const timeoutMs = 4_000;

const telling: ReadonlySet<string> = new Set(["fetch", "success", "error"]);

const isDay = (part: unknown): boolean => typeof part === "string" && /^\d{4}-\d\d-\d\d$/.test(part);

const isKept = ({ queryKey }: Query): boolean =>
  keptNames.has(queryKey.filter((part) => typeof part === "string" && !isDay(part)).join(" "));

const placeOf = ({ queryKey }: Query): string => JSON.stringify(queryKey.filter((part) => !isDay(part)));

const isStatus = ({ queryKey }: Query): boolean =>
  JSON.stringify(queryKey) === JSON.stringify(statusQuery.queryKey);

export class KeptAnswers {
  readonly #queries: QueryClient;

  constructor(queries: QueryClient) {
    this.#queries = queries;
  }

  start(): void {
    this.#lookAtAll();
    this.#queries.getQueryCache().subscribe((event) => {
      if (event.type !== "updated" || !telling.has(event.action.type)) return;
      // What comes before it is known for whom it is waits for that.
      if (isStatus(event.query)) this.#lookAtAll();
      else this.#look(event.query);
    });
  }

  #lookAtAll(): void {
    for (const query of this.#queries.getQueryCache().getAll()) this.#look(query);
  }

  #look(query: Query): void {
    if (!isKept(query)) return;
    const { status, data, error, fetchStatus } = query.state;
    if (status === "success") this.#keep(query).catch(() => undefined);
    else if (data !== undefined) return;
    else if (isUnanswered(error)) this.#bringBack(query).catch(() => undefined);
    else if (fetchStatus === "fetching") setTimeout(() => this.#doWithout(query), timeoutMs);
  }

  #doWithout(query: Query): void {
    if (query.state.fetchStatus === "fetching" && query.state.data === undefined) {
      this.#bringBack(query).catch(() => undefined);
    }
  }

  /** Which family is open, as far as the server has said so. */
  #familyId(query: Query): number | null | undefined {
    if (isStatus(query)) return null;
    return this.#queries.getQueryData(statusQuery.queryKey)?.user.familyId;
  }

  async #keep(query: Query): Promise<void> {
    const familyId = this.#familyId(query);
    const { data: answer, dataUpdatedAt: at } = query.state;
    const signIn = token();
    if (familyId === undefined || signIn === null) return;
    const owner = await ownerOf(signIn);
    const question = query.queryHash;
    // Signed out meanwhile: it is not to come back behind the broom.
    if (token() === signIn) await putAnswer({ place: placeOf(query), question, owner, familyId, answer, at });
  }

  async #bringBack(query: Query): Promise<void> {
    const signIn = token();
    const kept = await answerAt(placeOf(query));
    if (!kept || signIn === null || kept.owner !== (await ownerOf(signIn))) return;
    if (kept.question !== query.queryHash || kept.familyId !== this.#familyId(query)) return;
    const { data, error } = query.state;
    if (data !== undefined || token() !== signIn) return;
    // As after a failed second reading: what we had last, with its time, and that it could not be read again.
    query.setState({
      ...{ data: kept.answer, dataUpdatedAt: kept.at },
      ...{ status: "error", error: error ?? new TypeError("No answer yet.") },
    });
    if (isStatus(query)) this.#lookAtAll();
  }
}
