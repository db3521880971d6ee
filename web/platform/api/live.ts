import {
  type InvalidateOptions,
  type Query,
  type QueryClient,
  type QueryFilters,
  useQueryClient,
} from "@tanstack/react-query";
import { useEffect } from "react";
import { heartbeat, heartbeatSeconds, type LiveEvent, liveEvents } from "#contract/live-events.ts";
import { call, livePosition } from "./call.ts";
import { useStoredRole, useToken } from "./session.ts";

/**
 * Listens for the connection or the person to come back, also to a page from the back/forward cache. Returns a function
 * that stops listening.
 */
export function onReturn(listener: (event: Event) => void): () => void {
  const onShow = (event: PageTransitionEvent) => event.persisted && listener(event);
  window.addEventListener("online", listener);
  window.addEventListener("pageshow", onShow);
  document.addEventListener("visibilitychange", listener);
  return () => {
    window.removeEventListener("online", listener);
    window.removeEventListener("pageshow", onShow);
    document.removeEventListener("visibilitychange", listener);
  };
}

const minPauseMs = 1_000;
const maxPauseMs = 30_000;

// A connection can die without a word. After two heartbeats that did not come, it is opened again.
const maxSilenceMs = 2.5 * heartbeatSeconds * 1000;

// Too short to notice. Events of one change, or of changes in quick succession, cause a single read.
const batchMs = 20;
// A read that takes longer than this may never end, so it is abandoned for a new one.
const maxReadMs = 4_000;

/** Keeps one connection open. Each name that arrives makes the queries of that name refetch. */
class LiveConnection {
  readonly #queries: QueryClient;
  #source: EventSource | undefined;
  #isClosed = false;
  /** Whether the connection starts at the live position of the early home, so that no change since then is missed. */
  #isFromPosition = false;
  #pauseMs = minPauseMs;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #silence: ReturnType<typeof setTimeout> | undefined;
  #hasGap = false;
  readonly #heard = new Set<LiveEvent>();
  #reading: ReturnType<typeof setTimeout> | undefined;
  /** The queries that are read again as soon as their current read ends. */
  readonly #repeating = new Set<Query>();

  constructor(queries: QueryClient) {
    this.#queries = queries;
  }

  /** Waits for the early home, which brings the live position to start from. */
  async start(): Promise<void> {
    const timeout = new Promise<null>((resolve) => setTimeout(resolve, maxReadMs, null));
    const position = await Promise.race([livePosition(), timeout]);
    if (this.#isClosed) return;
    this.#hasGap ||= position === null;
    this.open(position);
  }

  readonly open = (position?: string | null): void => {
    if (document.visibilityState === "hidden" && this.#hasGap) return;
    clearTimeout(this.#timer);
    this.#source?.close();
    this.#isFromPosition = Boolean(position);
    const source = new EventSource(
      position ? `/api/live?since=${encodeURIComponent(position)}` : "/api/live",
    );
    this.#source = source;
    source.addEventListener("open", this.#opened);
    source.addEventListener("error", this.#failed);
    source.addEventListener(heartbeat, this.#waitForHeartbeat);
    for (const event of liveEvents) source.addEventListener(event, () => this.#hear(event));
    this.#waitForHeartbeat();
  };

  close(): void {
    this.#isClosed = true;
    this.#disconnect();
  }

  readonly #waitForHeartbeat = (): void => {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => {
      this.#lose();
      this.open();
    }, maxSilenceMs);
  };

  #disconnect(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#silence);
    this.#source?.close();
    this.#source = undefined;
  }

  /** After sleep or a time offline, the browser may have given up, or may hold on to a dead connection. */
  readonly revive = ({ type }: Event): void => {
    if (type === "online") this.#lose();
    if (document.visibilityState === "visible" && this.#source?.readyState !== EventSource.OPEN) this.open();
  };

  readonly #opened = (): void => {
    this.#pauseMs = minPauseMs;
    // Changes between the page's first read and this moment were not received.
    if (this.#hasGap) this.#hear("everything");
    else if (!this.#isFromPosition)
      for (const event of ["help-requests", "reachability", "video-calls"] as const) this.#hear(event);
    this.#hasGap = false;
  };

  readonly #failed = (): void => {
    this.#hasGap = true;
    if (this.#source?.readyState !== EventSource.CLOSED) return;
    // The server refused. If the session has ended, this call tells the person.
    call("GET /api/auth/status").catch(() => undefined);
    this.#timer = setTimeout(() => this.open(), this.#pauseMs);
    this.#pauseMs = Math.min(this.#pauseMs * 2, maxPauseMs);
  };

  #lose(): void {
    this.#hasGap = true;
    this.#disconnect();
  }

  #hear(event: LiveEvent): void {
    if (event === "superseded") this.#lose();
    else {
      this.#heard.add(event);
      this.#reading ??= setTimeout(this.#readAll, batchMs);
    }
  }

  readonly #readAll = (): void => {
    this.#reading = undefined;
    const names = [...this.#heard];
    this.#heard.clear();
    // After a gap, reads in progress may never end.
    if (names.includes("everything")) this.#readAgain({}, { cancelRefetch: true });
    else for (const name of names) this.#readAgain({ queryKey: [name] }, { cancelRefetch: false });
  };

  /** A read in flight may predate the event, so it is repeated. However many events it missed, it is repeated once. */
  #readAgain(filters: QueryFilters, options: InvalidateOptions): void {
    const underWay = this.#queries.getQueryCache().findAll({ ...filters, fetchStatus: "fetching" });
    // Invalidating a first read does not cancel it.
    const unstoppable = underWay.filter(({ state }) => !options.cancelRefetch || state.data === undefined);
    void this.#queries.invalidateQueries(filters, options);
    for (const query of unstoppable) this.#repeat(query);
  }

  #repeat(query: Query): void {
    if (this.#repeating.has(query)) return;
    this.#repeating.add(query);
    const again = () => {
      clearTimeout(timer);
      if (this.#repeating.delete(query))
        void this.#queries.invalidateQueries({ queryKey: query.queryKey, exact: true });
    };
    // A first read cannot be abandoned, so this waits for its end.
    const timer = query.state.data === undefined ? undefined : setTimeout(again, maxReadMs);
    query.promise?.then(again, again);
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
    void connection.start();
    const stop = onReturn(connection.revive);
    return () => {
      stop();
      connection.close();
    };
  }, [queries, token, isInFamily]);
}
