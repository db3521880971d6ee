import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { User } from "#contract/accounts.ts";
import { forgetMembers } from "#web/families/kept-family.ts";

/** Somebody who was taken out of a family, or left it elsewhere, sees nothing of it from then on. */
export function useFarewell(user: User | undefined): void {
  const queries = useQueryClient();
  const open = useRef<number>(undefined);
  useEffect(() => {
    if (!user) return;
    const isOut = open.current !== undefined && !user.families.some(({ id }) => id === open.current);
    open.current = user.familyId ?? undefined;
    if (!isOut) return;
    forgetMembers();
    void queries.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== "account" });
  }, [user, queries]);
}
