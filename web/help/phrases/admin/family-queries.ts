// Changes that admins can make to the help phrases.
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import {
  addHelpPhrase,
  changeHelpPhrase,
  deleteHelpPhrase,
  type FamilyPhrase,
  hideHelpPhrase,
  listFamilyPhrases,
  orderHelpPhrases,
} from "#contract/help/phrases.ts";
import { call } from "#web/api/call.ts";

export const familyPhrasesQuery = queryOptions({
  queryKey: ["help-phrases", "family"],
  queryFn: ({ signal }) => call(listFamilyPhrases, undefined, signal),
});

/** A change is pending until the list has been read again. */
const useRefresh = () => {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: familyPhrasesQuery.queryKey });
};

export const useAddPhrase = (categoryId: number) =>
  useMutation({
    mutationFn: (phrase: string) => call(addHelpPhrase, { body: { categoryId, phrase } }),
    onSettled: useRefresh(),
  });

const params = (id: number) => ({ params: { id: String(id) } });

export const useChangePhrase = ({ id }: FamilyPhrase) =>
  useMutation({
    mutationFn: (phrase: string) => call(changeHelpPhrase, { ...params(id), body: { phrase } }),
    onSettled: useRefresh(),
  });

export const useDeletePhrase = ({ id }: FamilyPhrase) =>
  useMutation({ mutationFn: () => call(deleteHelpPhrase, params(id)), onSettled: useRefresh() });

export const useHidePhrase = ({ id, isHidden }: FamilyPhrase) =>
  useMutation({
    mutationFn: () => call(hideHelpPhrase, { ...params(id), body: { isHidden: !isHidden } }),
    onSettled: useRefresh(),
  });

/** Changes run one after the other, so that the last press wins. */
export const useOrderPhrases = (categoryId: number) =>
  useMutation({
    mutationFn: (phraseIds: number[]) =>
      call(orderHelpPhrases, { ...params(categoryId), body: { phraseIds } }),
    scope: { id: `order of help phrases ${categoryId}` },
    onSettled: useRefresh(),
  });
