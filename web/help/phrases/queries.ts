import { queryOptions } from "@tanstack/react-query";
import { listHelpCategories, listHelpPhrases } from "#contract/help/phrases.ts";
import { call } from "#web/api/call.ts";

// For as long as the app is open: help can be asked for without a connection too.
const gcTime = Number.POSITIVE_INFINITY;

export const categoriesQuery = queryOptions({
  queryKey: ["help-phrases", "categories"],
  queryFn: ({ signal }) => call(listHelpCategories, undefined, signal),
  gcTime,
  meta: { keptOffline: true },
});

/** `familyId` says whose they are, null the library's: what one family has is never shown to another. */
export const phrasesQuery = (categoryId: number, familyId: number | null) =>
  queryOptions({
    queryKey: ["help-phrases", "category", categoryId, familyId],
    queryFn: ({ signal }) => call(listHelpPhrases, { params: { id: String(categoryId) } }, signal),
    gcTime,
    meta: { keptOffline: true },
  });
