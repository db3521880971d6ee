import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { lazyNamed } from "#web/ui/page/lazy-named.ts";
import { staleCalendarsQuery } from "./queries.ts";

const StaleNote = lazyNamed(() => import("./stale-note.tsx"), "StaleNote");

/** Comes when there is something to say, which is rare. */
export function StaleCalendars() {
  const { data } = useQuery(staleCalendarsQuery);
  return data?.length ? (
    <Suspense>
      <StaleNote />
    </Suspense>
  ) : null;
}
