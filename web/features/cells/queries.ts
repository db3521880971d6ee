import { queryOptions } from "@tanstack/react-query";
import type { SoughtFamily } from "#contract/cells.ts";
import { callPublic } from "#web/platform/api/call.ts";
import { useMutation } from "#web/platform/api/mutation.ts";
import { token } from "#web/platform/api/session.ts";

export const useFindFamily = () =>
  useMutation({ mutationFn: (body: SoughtFamily) => callPublic("POST /api/cells/search", { body }) });

/** Leaves the app for the sign-up of the cell that has the most room. */
export const useStartFamily = () =>
  useMutation({
    mutationFn: () => callPublic("GET /api/cells/room"),
    onSuccess: ({ url }) => location.assign(url),
  });

/** The device is no session at this address anymore, so its token goes along by itself. */
const device = () => ({ headers: { authorization: `Bearer ${token()}` } });

export const newAddressQuery = queryOptions({
  queryKey: ["account", "new-address"],
  queryFn: ({ signal }) => callPublic("GET /api/cells/new-address", device(), signal),
  meta: { storedOffline: true },
});

/** Leaves the app for the new address, signed in. */
export const useOpenNewAddress = () =>
  useMutation({
    mutationFn: () => callPublic("POST /api/cells/new-address", device()),
    onSuccess: ({ url }) => location.assign(url),
  });
