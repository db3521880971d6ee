import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type Family, getFamily, openFamily } from "#contract/families.ts";
import { useSignedInUser } from "#web/accounts/queries.ts";
import { call } from "#web/api/call.ts";
import { startAfresh } from "#web/api/queries.ts";
import { token, useToken } from "#web/api/session.ts";
import { type Contact, contactsOf } from "./contacts.ts";
import { keepFamily, keptFamily } from "./kept-family.ts";

export const familyQuery = queryOptions({
  queryKey: ["family"],
  queryFn: async ({ signal }) => {
    const used = token();
    const family = await call(getFamily, undefined, signal);
    // Somebody may have signed out while the answer was on its way.
    if (used !== null && used === token()) keepFamily(family);
    return family;
  },
  meta: { keptOffline: true },
});

/** The open family; what the device kept of it until it is here, or when it cannot be had. */
export function useFamily(): Family | undefined {
  const isSignedIn = useToken() !== null;
  const user = useSignedInUser();
  const { data } = useQuery({ ...familyQuery, enabled: user !== undefined && user.familyId !== null });
  if (!isSignedIn) return undefined;
  const family = data ?? keptFamily();
  return user === undefined || user.familyId === family?.id ? family : undefined;
}

/** Whom the person at this device can phone. */
export function useContacts(): Contact[] {
  const user = useSignedInUser();
  return contactsOf(useFamily(), user?.id);
}

/** Looks at another family of the person. Everything is read again. */
export function useOpenFamily() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (familyId: number) => call(openFamily, { body: { familyId } }),
    onSuccess: () => startAfresh(queries),
  });
}
