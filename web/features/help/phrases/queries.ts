import { queryOptions } from "@tanstack/react-query";
import { call, callPublic } from "#web/platform/api/call.ts";

// These stay while the app is open, because people can ask for help without a connection.
const gcTime = Number.POSITIVE_INFINITY;

export const categoriesQuery = queryOptions({
  queryKey: ["help-phrases", "categories"],
  queryFn: ({ signal }) => callPublic("GET /api/help-categories", undefined, signal),
  gcTime,
  meta: { storedOffline: true },
});

/** The key has the family, so that one family's phrases are never shown to another. Null means the library's. */
export const phrasesQuery = (categoryId: number, familyId: number | null) =>
  queryOptions({
    queryKey: ["help-phrases", "category", categoryId, familyId],
    queryFn: ({ signal }) =>
      call("GET /api/help-phrases/category/:id", { params: { id: categoryId } }, signal),
    gcTime,
    meta: { storedOffline: true },
  });
