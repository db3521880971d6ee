import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useSignedInUser } from "#web/accounts/queries.ts";
import { token } from "#web/api/session.ts";
import { forgetFamily } from "#web/families/kept-family.ts";
import { useForgetLeftFamily } from "#web/families/leave/forget-left-family.ts";
import { useFamily } from "#web/families/queries.ts";
import { useLampLight } from "#web/ui/picture/lamp-light.ts";
import type { Sender } from "../outbox.ts";
import { asCalledIn } from "../progress.ts";
import { helpRequestsQuery, waitingQuery } from "../queries.ts";
import { useReached } from "../receipts.ts";
import { isOpen } from "../state.ts";
import { Announcements } from "./announcements.tsx";
import { useFlushing } from "./flushing.ts";

// After what the open page itself needs.
const atHandAfter = 2_000;

function useHelpAtHand(familyId: number): void {
  const queries = useQueryClient();
  useEffect(() => {
    const fetchAll = () =>
      import("./help-at-hand.ts").then(
        ({ fetchHelp }) => fetchHelp(queries, familyId),
        () => undefined,
      );
    const timer = setTimeout(fetchAll, atHandAfter);
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
