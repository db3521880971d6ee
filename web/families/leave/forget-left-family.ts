import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { User } from "#contract/accounts/sign-in.ts";
import { forgetFamily, keptFamily } from "#web/families/kept-family.ts";

/** Forgets what is stored of a family as soon as the person is no longer a member of it. */
export function useForgetLeftFamily(user: User | undefined): void {
  const queries = useQueryClient();
  const open = useRef<number>(undefined);
  useEffect(() => {
    if (!user) return;
    const isOut = (id: number | undefined) =>
      id !== undefined && !user.families.some((family) => family.id === id);
    if (isOut(keptFamily()?.id)) forgetFamily();
    if (isOut(open.current)) {
      void queries.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== "account" });
    }
    open.current = user.familyId ?? undefined;
  }, [user, queries]);
}
