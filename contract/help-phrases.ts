import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { Id, PathId } from "./values.ts";

export const HelpCategory = z.object({
  id: Id,
  name: z.string(),
  /** One emoji; the web draws its own picture for the names it knows. */
  icon: z.string(),
});
export type HelpCategory = z.output<typeof HelpCategory>;

export const HelpPhrase = z.object({ id: Id, phrase: z.string() });
export type HelpPhrase = z.output<typeof HelpPhrase>;

export const listHelpCategories = endpoint({
  method: "GET",
  path: "/api/help-categories",
  access: "anyone",
  summary: "What one can ask help for",
  response: z.array(HelpCategory),
});

export const listHelpPhrases = endpoint({
  method: "GET",
  path: "/api/help-phrases/category/:id",
  access: "anyone",
  summary: "The phrases of a category; none for one that does not exist",
  params: z.object({ id: PathId }),
  response: z.array(HelpPhrase),
});
