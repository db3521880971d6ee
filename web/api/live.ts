import { type QueryClient, type QueryFilters, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { getStatus } from "#contract/accounts/sign-in.ts";
import { liveEvents } from "#contract/live-events.ts";
import { call } from "./call.ts";
import { useStoredRole, useToken } from "./session.ts";

/** Listens for the connection or the person to come back. Returns a function that stops listening. */
export function onReturn(listener: (event: Event) => void): () => void {
  window.addEventListener("online", listener);
  document.addEventListener("visibilitychange", listener);
  return () => {
    window.removeEventListener("online", listener);
    document.removeEventListener("visibilitychange", listener);
  };
}

const firstPause = 1_000;
const maxPauseMs = 30_000;

/** Keeps one connection open. Each name that arrives makes the queries of that name refetch. */
class LiveConnection {
  readonly #queries: QueryClient;
  #source: EventSource | undefined;
  #pause = firstPause;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #hasGap = false;

  constructor(queries: QueryClient) {
    this.#queries = queries;
  }

  readonly open = (): void => {
    if (document.visibilityState === "hidden" && this.#hasGap) return;
    clearTimeout(this.#timer);
    this.#source?.close();
    const source = new EventSource("/api/live");
    this.#source = source;
    source.addEventListener("open", this.#opened);
    source.addEventListener("error", this.#failed);
    for (const event of liveEvents) source.addEventListener(event, () => this.#heard(event));
  };

  close(): void {
    clearTimeout(this.#timer);
    this.#source?.close();
    this.#source = undefined;
  }

  /** The browser may have given up after sleep, or hold on to a dead connection after a time offline. */
  readonly revive = ({ type }: Event): void => {
    if (type === "online") this.#lose();
    if (document.visibilityState === "visible" && this.#source?.readyState !== EventSource.OPEN) this.open();
  };

  readonly #opened = (): void => {
    this.#pause = firstPause;
    // Changes between the page's first read and this moment were not received.
    this.#heard(this.#hasGap ? "everything" : "help-requests");
    this.#hasGap = false;
  };

  readonly #failed = (): void => {
    this.#hasGap = true;
    if (this.#source?.readyState !== EventSource.CLOSED) return;
    // The server refused. If the session has ended, this call tells the person.
    call(getStatus).catch(() => undefined);
    this.#timer = setTimeout(this.open, this.#pause);
    this.#pause = Math.min(this.#pause * 2, maxPauseMs);
  };

  #lose(): void {
    this.#hasGap = true;
    this.close();
  }

  #heard(event: (typeof liveEvents)[number]): void {
    if (event === "superseded") this.#lose();
    else this.#readAgain(event === "everything" ? {} : { queryKey: [event] });
  }

  /** A first read in flight may predate this event, and invalidating it would not repeat it. */
  #readAgain(filters: QueryFilters): void {
    const underWay = this.#queries.getQueryCache().findAll({ ...filters, fetchStatus: "fetching" });
    const first = underWay.filter(({ state }) => state.data === undefined);
    this.#queries.invalidateQueries(filters);
    for (const { promise, queryKey } of first) {
      const again = () => this.#queries.invalidateQueries({ queryKey, exact: true });
      promise?.then(again, again);
    }
  }
}

/** Shows the changes of others within a second, while somebody is signed in to a family. */
export function useLive(): void {
  const queries = useQueryClient();
  const token = useToken();
  const isInFamily = useStoredRole() !== null;
  useEffect(() => {
    if (!token || !isInFamily) return;
    const connection = new LiveConnection(queries);
    connection.open();
    const stop = onReturn(connection.revive);
    return () => {
      stop();
      connection.close();
    };
  }, [queries, token, isInFamily]);
}
