import {
  type DataTag,
  type Query,
  QueryCache,
  QueryClient,
  type QueryKey,
  useQueryClient,
} from "@tanstack/react-query";
import { waitOf } from "./call.ts";

declare module "@tanstack/react-query" {
  interface Register {
    /** A query declares this about itself, so that nothing else has to list it. */
    queryMeta: {
      /** Whether the last answer stays on the device and is shown when the server does not answer. */
      storedOffline?: true;
      /** Whether the day waits for its answer. Home must then use it in a component that loads with its first files. */
      pushesHomeDown?: true;
    };
  }
}

/** Reads again by itself, if the answer is still wanted, after the time that the server asked to wait. */
function readAfterWait(
  queries: QueryClient,
  error: Error,
  { queryKey }: Query<unknown, unknown, unknown>,
): void {
  const seconds = waitOf(error);
  if (seconds === undefined) return;
  const isStillRefused: (query: Query) => boolean = ({ state }) => state.error === error;
  const readAgain = () =>
    void queries.refetchQueries({ queryKey, exact: true, type: "active", predicate: isStillRefused });
  setTimeout(readAgain, seconds * 1_000);
}

/**
 * The specification's defaults: no retry, no refetch on focus, never stale. Only a read that the server refused
 * as one too many is repeated, once it may be. What changes elsewhere arrives by the live connection: a query's key starts with the name of the live event that makes it read again.
 */
export function createQueryClient(): QueryClient {
  const queries: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError: (error, query) => readAfterWait(queries, error, query) }),
    defaultOptions: {
      queries: {
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        staleTime: Number.POSITIVE_INFINITY,
        // Calls fail at once and visibly without a connection, instead of being paused.
        networkMode: "always",
      },
      mutations: { retry: false, networkMode: "always" },
    },
  });
  return queries;
}

/** Has the queries under this key read again. As `onSettled`, it keeps a change pending until they have been. */
export const useRefresh = (queryKey: QueryKey) => {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey });
};

/** Makes the answer of a change the data of a query. As `onSuccess`, it takes the place of reading the query again. */
export function useStoreAnswer<Data>(queryKey: DataTag<QueryKey, Data, Error>): (answer: Data) => void {
  const queries = useQueryClient();
  return (answer) => void queries.setQueryData<Data>(queryKey, answer);
}

/** Asks again for what has not come. `refetch` would wait for a first read that hangs, and a reload would lose forms. */
const readMissing = (queries: QueryClient): Promise<void> =>
  queries.resetQueries({ predicate: ({ state }) => state.data === undefined });

export const useReadAgain = () => {
  const queries = useQueryClient();
  return () => void readMissing(queries);
};

/** Repeats the reads that failed for lack of a connection or of a valid sign-in. */
export const repeatFailedReads = (queries: QueryClient): Promise<void> =>
  queries.refetchQueries({ type: "active", predicate: ({ state }) => state.status === "error" });

/** The connection is back. A read that began without it may fail only later, so it is not waited for. */
export function readAfterReturn(queries: QueryClient): void {
  void readMissing(queries);
  void repeatFailedReads(queries);
}

/** Drops everything that was read for the previous person or family. */
export async function startAfresh(queries: QueryClient): Promise<void> {
  queries.removeQueries({ type: "inactive" });
  // Every page watches these, so they are never inactive.
  void queries.resetQueries({ queryKey: ["help-requests"] });
  await queries.invalidateQueries();
}
