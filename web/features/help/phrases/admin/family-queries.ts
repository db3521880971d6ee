// Changes that admins can make to the help phrases.
import { queryOptions } from "@tanstack/react-query";
import {
  addHelpPhrase,
  changeHelpPhrase,
  deleteHelpPhrase,
  type FamilyPhrase,
  hideHelpPhrase,
  listFamilyPhrases,
  orderHelpPhrases,
} from "#contract/help/phrases.ts";
import { call } from "#web/platform/api/call.ts";
import { useMutation } from "#web/platform/api/mutation.ts";
import { useRefresh } from "#web/platform/api/queries.ts";

export const familyPhrasesQuery = queryOptions({
  queryKey: ["help-phrases", "family"],
  queryFn: ({ signal }) => call(listFamilyPhrases, undefined, signal),
});

export const useAddPhrase = (categoryId: number) =>
  useMutation({
    mutationFn: (phrase: string) => call(addHelpPhrase, { body: { categoryId, phrase } }),
    onSettled: useRefresh(familyPhrasesQuery.queryKey),
  });

export const useChangePhrase = ({ id }: FamilyPhrase) =>
  useMutation({
    mutationFn: (phrase: string) => call(changeHelpPhrase, { params: { id }, body: { phrase } }),
    onSettled: useRefresh(familyPhrasesQuery.queryKey),
  });

export const useDeletePhrase = ({ id }: FamilyPhrase) =>
  useMutation({
    mutationFn: () => call(deleteHelpPhrase, { params: { id } }),
    onSettled: useRefresh(familyPhrasesQuery.queryKey),
  });

export const useHidePhrase = ({ id, isHidden }: FamilyPhrase) =>
  useMutation({
    mutationFn: () => call(hideHelpPhrase, { params: { id }, body: { isHidden: !isHidden } }),
    onSettled: useRefresh(familyPhrasesQuery.queryKey),
  });

/** Changes run one after the other, so that the last press wins. */
export const useOrderPhrases = (categoryId: number) =>
  useMutation({
    mutationFn: (phraseIds: number[]) =>
      call(orderHelpPhrases, { params: { id: categoryId }, body: { phraseIds } }),
    scope: { id: `order of help phrases ${categoryId}` },
    onSettled: useRefresh(familyPhrasesQuery.queryKey),
  });
