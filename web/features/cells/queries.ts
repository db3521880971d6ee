import type { SoughtFamily } from "#contract/cells.ts";
import { callPublic } from "#web/platform/api/call.ts";
import { useMutation } from "#web/platform/api/mutation.ts";

export const useFindFamily = () =>
  useMutation({ mutationFn: (body: SoughtFamily) => callPublic("POST /api/cells/search", { body }) });

/** Leaves the app for the sign-up of the cell that has the most room. */
export const useStartFamily = () =>
  useMutation({
    mutationFn: () => callPublic("GET /api/cells/room"),
    onSuccess: ({ url }) => location.assign(url),
  });
