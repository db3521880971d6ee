// Changes that admins can make to the help phrases.
import { queryOptions } from "@tanstack/react-query";
import type { FamilyPhrase } from "#contract/help/phrases.ts";
import { call } from "#web/platform/api/call.ts";
import { useMutation } from "#web/platform/api/mutation.ts";
import { useRefresh } from "#web/platform/api/queries.ts";

export const familyPhrasesQuery = queryOptions({
  queryKey: ["help-phrases", "family"],
  queryFn: ({ signal }) => call("GET /api/help-phrases", undefined, signal),
});

export const useAddPhrase = (categoryId: number) =>
  useMutation({
    mutationFn: (phrase: string) => call("POST /api/help-phrases", { body: { categoryId, phrase } }),
    onSettled: useRefresh(familyPhrasesQuery.queryKey),
  });

export const useChangePhrase = ({ id }: FamilyPhrase) =>
  useMutation({
    mutationFn: (phrase: string) => call("PUT /api/help-phrases/:id", { params: { id }, body: { phrase } }),
    onSettled: useRefresh(familyPhrasesQuery.queryKey),
  });

export const useDeletePhrase = ({ id }: FamilyPhrase) =>
  useMutation({
    mutationFn: () => call("DELETE /api/help-phrases/:id", { params: { id } }),
    onSettled: useRefresh(familyPhrasesQuery.queryKey),
  });

export const useHidePhrase = ({ id, isHidden }: FamilyPhrase) =>
  useMutation({
    mutationFn: () =>
      call("PUT /api/help-phrases/:id/visibility", { params: { id }, body: { isHidden: !isHidden } }),
    onSettled: useRefresh(familyPhrasesQuery.queryKey),
  });

/** Changes run one after the other, so that the last press wins. */
export const useOrderPhrases = (categoryId: number) =>
  useMutation({
    mutationFn: (phraseIds: number[]) =>
      call("PUT /api/help-phrases/category/:id/order", { params: { id: categoryId }, body: { phraseIds } }),
    scope: { id: `order of help phrases ${categoryId}` },
    onSettled: useRefresh(familyPhrasesQuery.queryKey),
  });
