import { useQueryClient } from "@tanstack/react-query";
import { call } from "#web/platform/api/call.ts";
import { useMutation } from "#web/platform/api/mutation.ts";
import { startAfresh } from "#web/platform/api/queries.ts";

/** Opens another of the person's families. Everything is read again. */
export function useOpenFamily() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (familyId: number) => call("PUT /api/account/family", { body: { familyId } }),
    onSuccess: () => startAfresh(queries),
  });
}
