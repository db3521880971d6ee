import type { QueryClient } from "@tanstack/react-query";
import { categoriesQuery, phrasesQuery } from "../../phrases/queries.ts";

const fetchPages = () => [
  import("../../phrases/help-page.tsx"),
  import("../../phrases/phrases-page.tsx"),
  import("../cards/requests.tsx"),
  import("#web/ui/toast/toaster.tsx"),
];

async function fetchPhrases(queries: QueryClient, familyId: number): Promise<void> {
  const categories = await queries.fetchQuery(categoriesQuery);
  await Promise.all(categories.map(({ id }) => queries.prefetchQuery(phrasesQuery(id, familyId))));
}

/** One can ask for help without a connection too: its pages and phrases are fetched while there is one. */
export const fetchHelp = (queries: QueryClient, familyId: number): Promise<unknown> =>
  Promise.allSettled([...fetchPages(), fetchPhrases(queries, familyId)]);
