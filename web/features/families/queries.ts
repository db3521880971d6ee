import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { Sent } from "#contract/endpoint.ts";
import type { changeFamily, Family, Role } from "#contract/families.ts";
import type { FamilySwitch } from "#contract/family-switches.ts";
import { withFreshProof } from "#web/features/accounts/fresh-proof.ts";
import { useSignedInUser } from "#web/features/accounts/queries.ts";
import { call } from "#web/platform/api/call.ts";
import { useMutation } from "#web/platform/api/mutation.ts";
import { startAfresh, useRefresh } from "#web/platform/api/queries.ts";
import { token, useToken } from "#web/platform/api/session.ts";
import { type Contact, contactsOf } from "./contacts.ts";
import { useOwnNumber } from "./own-number.ts";
import { storedFamily, storeFamily } from "./stored-family.ts";

export const familyQuery = queryOptions({
  queryKey: ["family"],
  queryFn: async ({ signal }) => {
    const used = token();
    const family = await call("GET /api/family", undefined, signal);
    // The person may have signed out before the response came.
    if (used !== null && used === token()) storeFamily(family);
    return family;
  },
  meta: { storedOffline: true },
});

/** The open family, or the stored copy until it has loaded. */
export function useFamily(): Family | undefined {
  const isSignedIn = useToken() !== null;
  const user = useSignedInUser();
  const { data } = useQuery({ ...familyQuery, enabled: user !== undefined && user.familyId !== null });
  if (!isSignedIn) return undefined;
  const family = data ?? storedFamily();
  return user === undefined || user.familyId === family?.id ? family : undefined;
}

/** Whether the family has this turned on. One that an earlier version stored on this device doesn't say. */
export const useHas = (name: FamilySwitch): boolean => useFamily()?.[name] ?? true;

/** The members that this person can phone, or, without any, the one number that this device has. */
export function useContacts(): Contact[] {
  const user = useSignedInUser();
  const family = useFamily();
  const own = useOwnNumber(family?.id);
  const contacts = contactsOf(family, user?.id);
  if (contacts.length > 0 || !own) return contacts;
  // Nobody in the family has this id.
  return [
    { id: 0, name: own.name, phoneNumber: own.phoneNumber, role: "child", picture: null, birthday: null },
  ];
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

/** Opens another of the person's families. Everything is read again. */
export function useOpenFamily() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (familyId: number) => call("PUT /api/account/family", { body: { familyId } }),
    onSuccess: () => startAfresh(queries),
  });
}

export const membersQuery = queryOptions({
  queryKey: ["family", "members"],
  queryFn: ({ signal }) => call("GET /api/family/members", undefined, signal),
  // Using the app publishes no live event, so "last seen" is read again each time it is shown.
  refetchOnMount: "always",
});

export const proxyStateQuery = queryOptions({
  queryKey: ["family", "proxy"],
  queryFn: ({ signal }) => call("GET /api/family/proxy", undefined, signal),
});

export const useChangeFamily = () =>
  useMutation({
    mutationFn: (body: Sent<typeof changeFamily>["body"]) => call("PUT /api/family", { body }),
    onSuccess: useRefresh(["family"]),
  });

interface NewRole {
  id: number;
  role: Role;
}

export const useChangeRole = () =>
  useMutation({
    mutationFn: ({ id, role }: NewRole) =>
      withFreshProof(() => call("PUT /api/family/members/:id", { params: { id }, body: { role } })),
    onSettled: useRefresh(["family"]),
  });

export const useRemoveMember = () =>
  useMutation({
    mutationFn: ({ id, hellos }: { id: number; hellos: "stay" | "go" }) =>
      withFreshProof(() => call("DELETE /api/family/members/:id", { params: { id }, query: { hellos } })),
    onSettled: useRefresh(["family"]),
  });

export const useLeaveFamily = () => {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (successor: number | undefined) =>
      withFreshProof(() =>
        call("DELETE /api/family/membership", { query: { successor: successor?.toString() } }),
      ),
    onSuccess: () => startAfresh(queries),
  });
};
