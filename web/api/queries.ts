import { QueryClient } from "@tanstack/react-query";

/**
 * The specification's defaults: no retry, no refetch on focus, never stale. What changes elsewhere arrives by the
 * live connection; a query's key starts with the name of the live event that speaks of it.
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
