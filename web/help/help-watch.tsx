import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useSignedInUser } from "#web/accounts/queries.ts";
import { token } from "#web/api/session.ts";
import { forgetFamily, useForgetLeftFamily } from "#web/families/kept-family.ts";
import { useFamily } from "#web/families/queries.ts";
import { useLampLight } from "#web/ui/picture/lamp-light.ts";
import { categoriesQuery, phrasesQuery } from "./phrases/queries.ts";
import { Announcements } from "./requests/announcements.tsx";
import type { Sender } from "./requests/outbox.ts";
import { useFlushing } from "./requests/outbox-flush.ts";
import { asCalledIn, isOpen } from "./requests/progress.ts";
import { helpRequestsQuery, waitingQuery } from "./requests/queries.ts";
import { useReached } from "./requests/receipts.ts";

const fetchPages = () => [
  import("./help-page.tsx"),
  import("./phrases-page.tsx"),
  import("./requests/cards/requests.tsx"),
  import("#web/ui/toast/toaster.tsx"),
];

async function fetchPhrases(queries: QueryClient, familyId: number): Promise<void> {
  const categories = await queries.fetchQuery(categoriesQuery);
  await Promise.all(categories.map(({ id }) => queries.prefetchQuery(phrasesQuery(id, familyId))));
}

/** One can ask for help without a connection too: its pages and phrases are fetched while there is one. */
const fetchHelp = (queries: QueryClient, familyId: number): Promise<unknown> =>
  Promise.allSettled([...fetchPages(), fetchPhrases(queries, familyId)]);

// After what the open page itself needs.
const atHandAfter = 2_000;

function useHelpAtHand(familyId: number): void {
  const queries = useQueryClient();
  useEffect(() => {
    const timer = setTimeout(() => void fetchHelp(queries, familyId), atHandAfter);
    return () => clearTimeout(timer);
  }, [queries, familyId]);
}

function Watch({ id, familyId }: Sender) {
  const { data: requests } = useQuery(helpRequestsQuery);
  const { data: waiting = [] } = useQuery(waitingQuery({ id, familyId }));
  useLampLight(waiting.length > 0 || requests?.some(isOpen) === true);
  useHelpAtHand(familyId);
  useReached(requests, id);
  useFlushing({ id, familyId }, waiting.length > 0);
  // The next person at this device is not to find the numbers of this family.
  useEffect(() => () => void (token() === null && forgetFamily()), []);
  const familyName = useFamily()?.name ?? "";
  return (
    <Announcements requests={requests?.map((request) => asCalledIn(familyName, request))} personId={id} />
  );
}

/** Whatever page is open: requests are received, what waits is sent, the lamp shows it, and news is said aloud. */
export function HelpWatch() {
  const user = useSignedInUser();
  useForgetLeftFamily(user);
  if (!user || user.familyId === null) return null;
  return <Watch key={`${user.familyId} ${user.id}`} id={user.id} familyId={user.familyId} />;
}
