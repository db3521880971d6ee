import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { statusQuery } from "#web/accounts/queries.ts";
import { useStoredRole } from "#web/api/session.ts";
import { useFamily } from "#web/families/queries.ts";
import { helpRequestsQuery } from "#web/help/requests/queries.ts";

const timeoutMs = 3_000;

/** Whether it is known what stands above the day, or it takes too long: what came later would push the day down. */
export function useIsTopKnown(): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), timeoutMs);
    return () => clearTimeout(timer);
  }, []);
  const isInFamily = useStoredRole() !== null;
  const { data: status, isError: isStranger } = useQuery(statusQuery);
  const { isFetched } = useQuery({ ...helpRequestsQuery, enabled: isInFamily });
  const hasFamily = useFamily() !== undefined;
  return isLate || isStranger || (status !== undefined && isFetched && hasFamily);
}
