import { QueryClient } from "@tanstack/react-query";

declare module "@tanstack/react-query" {
  interface Register {
    /** What a query says about itself, so that nothing else has to list it. */
    queryMeta: {
      /** Its last answer stays on the device and is shown when the server does not answer. */
      keptOffline?: true;
      /** The day waits for its answer. Home has to read it in a component that comes with its first files. */
      pushesHomeDown?: true;
    };
  }
}

/**
 * The specification's defaults: no retry, no refetch on focus, never stale. What changes elsewhere arrives by the
 * live connection: a query's key starts with the name of the live event that makes it read again.
 */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        staleTime: Number.POSITIVE_INFINITY,
        // Without a connection a call fails at once and visibly, instead of being paused.
        networkMode: "always",
      },
      mutations: { retry: false, networkMode: "always" },
    },
  });

/** Drops everything that was read for the previous person or family. */
export async function startAfresh(queries: QueryClient): Promise<void> {
  queries.removeQueries({ type: "inactive" });
  await queries.invalidateQueries();
}
