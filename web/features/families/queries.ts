import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { Family } from "#contract/families.ts";
import { useSignedInUser } from "#web/features/accounts/queries.ts";
import { call } from "#web/platform/api/call.ts";
import { token, useToken } from "#web/platform/api/session.ts";
import { type Contact, contactsOf } from "./contacts.ts";
import { keepFamily, keptFamily } from "./kept-family.ts";

export const familyQuery = queryOptions({
  queryKey: ["family"],
  queryFn: async ({ signal }) => {
    const used = token();
    const family = await call("GET /api/family", undefined, signal);
    // The person may have signed out before the response came.
    if (used !== null && used === token()) keepFamily(family);
    return family;
  },
  meta: { keptOffline: true },
});

/** The open family, or the stored copy until it has loaded. */
export function useFamily(): Family | undefined {
  const isSignedIn = useToken() !== null;
  const user = useSignedInUser();
  const { data } = useQuery({ ...familyQuery, enabled: user !== undefined && user.familyId !== null });
  if (!isSignedIn) return undefined;
  const family = data ?? keptFamily();
  return user === undefined || user.familyId === family?.id ? family : undefined;
}

/** The members that this person can phone. */
export function useContacts(): Contact[] {
  const user = useSignedInUser();
  return contactsOf(useFamily(), user?.id);
}

/** Drops everything that was read for the open family as soon as the person is no longer a member of it. */
export function useResetOnLeaving(): void {
  const queries = useQueryClient();
  const user = useSignedInUser();
  const open = useRef<number>(undefined);
  useEffect(() => {
    const { current } = open;
    open.current = user?.familyId ?? undefined;
    if (current === undefined || !user || user.families.some(({ id }) => id === current)) return;
    void queries.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== "account" });
  }, [user, queries]);
}
