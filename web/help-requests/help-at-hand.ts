import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { categoriesQuery, phrasesQuery } from "#web/help-phrases/queries.ts";

// After what the open page itself needs.
const pause = 2_000;

const fetchPages = () => [
  import("#web/help-phrases/help-page.tsx"),
  import("#web/help-phrases/phrases-page.tsx"),
  import("#web/home/signed-in-home.tsx"),
  import("#web/ui/toast/toaster.tsx"),
];

async function fetchPhrases(queries: QueryClient, familyId: number): Promise<void> {
  const categories = await queries.fetchQuery(categoriesQuery);
  await Promise.all(categories.map(({ id }) => queries.prefetchQuery(phrasesQuery(id, familyId))));
}

/** One can ask for help without a connection too: its pages and phrases are fetched while there is one. */
export function useHelpAtHand(familyId: number): void {
  const queries = useQueryClient();
  useEffect(() => {
    const fetchAll = () => void Promise.allSettled([...fetchPages(), fetchPhrases(queries, familyId)]);
    const timer = setTimeout(fetchAll, pause);
    return () => clearTimeout(timer);
  }, [queries, familyId]);
}
