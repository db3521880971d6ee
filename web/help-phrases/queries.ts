import { queryOptions } from "@tanstack/react-query";
import { listHelpCategories, listHelpPhrases } from "#contract/help-phrases.ts";
import { call } from "#web/api/call.ts";

export const categoriesQuery = queryOptions({
  queryKey: ["help-phrases", "categories"],
  queryFn: ({ signal }) => call(listHelpCategories, undefined, signal),
});

export const phrasesQuery = (categoryId: number) =>
  queryOptions({
    queryKey: ["help-phrases", "category", categoryId],
    queryFn: ({ signal }) => call(listHelpPhrases, { params: { id: String(categoryId) } }, signal),
  });
