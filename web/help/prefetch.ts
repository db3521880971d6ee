// Fetches in advance what the help pages need, so that people can ask for help without a connection.
import type { QueryClient } from "@tanstack/react-query";
import { scamCheck } from "#contract/help/scams.ts";
import { categoriesQuery, phrasesQuery } from "./phrases/queries.ts";

const fetchPages = () => [
  import("./help-page.tsx"),
  import("./phrases-page.tsx"),
  import("./requests/request-list.tsx"),
  import("./requests/cards/scams/scam-warning.tsx"),
  import("./requests/cards/scams/scam-note.tsx"),
  import("./requests/cards/scams/what-now.tsx"),
  import("./replies/thread.tsx"),
  import("#web/ui/toast/toaster.tsx"),
];

async function fetchPhrases(queries: QueryClient, familyId: number): Promise<void> {
  const categories = await queries.fetchQuery(categoriesQuery);
  await Promise.all(
    [scamCheck, ...categories].map(({ id }) => queries.prefetchQuery(phrasesQuery(id, familyId))),
  );
}

/** Fetches the help pages and phrases in advance, so that people can ask for help without a connection. */
export const fetchHelp = (queries: QueryClient, familyId: number): Promise<unknown> =>
  Promise.allSettled([...fetchPages(), fetchPhrases(queries, familyId)]);
