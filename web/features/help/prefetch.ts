// Fetches in advance what the help pages need, so that people can ask for help without a connection.
import type { QueryClient } from "@tanstack/react-query";
import { scamCategoryId } from "#contract/help/known-categories.ts";
import { call } from "#web/platform/api/call.ts";
import { categoriesQuery, phrasesQuery } from "./phrases/queries.ts";

export const fetchHelpPages = (): Promise<unknown> =>
  Promise.allSettled([
    import("./help-page.tsx"),
    import("./phrases-page.tsx"),
    import("./requests/request-list.tsx"),
    import("#web/ui/toast/toaster.tsx"),
  ]);

/** Answers the queries of the categories, and of the phrases of each, from one call. */
export async function fetchPhrases(queries: QueryClient, familyId: number): Promise<void> {
  const shown = await call("GET /api/help-phrases/shown");
  const categories = shown.filter(({ id }) => id !== scamCategoryId);
  await Promise.all([
    queries.prefetchQuery({
      ...categoriesQuery,
      queryFn: () => categories.map(({ id, name, icon }) => ({ id, name, icon })),
    }),
    ...shown.map(({ id, phrases }) =>
      queries.prefetchQuery({ ...phrasesQuery(id, familyId), queryFn: () => phrases }),
    ),
  ]);
}
