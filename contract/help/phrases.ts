import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";
import { hasAddress } from "../text.ts";
import { Id, IdParams, line, nothing } from "../values.ts";

export const HelpCategory = z.object({
  id: Id,
  name: z.string(),
  /** One emoji, which stays when the name changes. The web has a drawing for each one that it knows. */
  icon: z.string(),
});
export type HelpCategory = z.output<typeof HelpCategory>;

export const HelpPhrase = z.object({ id: Id, phrase: z.string() });
export type HelpPhrase = z.output<typeof HelpPhrase>;

/** A category with the phrases that people can choose. */
const ShownCategory = z.extend(HelpCategory, { phrases: z.array(HelpPhrase) });
export type ShownCategory = z.output<typeof ShownCategory>;

/** A phrase as admins see it. */
export const FamilyPhrase = z.extend(HelpPhrase, {
  /** Whether the family has added it. Otherwise it comes from the library. */
  isOwn: z.boolean(),
  isHidden: z.boolean(),
});
export type FamilyPhrase = z.output<typeof FamilyPhrase>;

export const FamilyCategory = z.extend(HelpCategory, {
  /** All phrases, in the family's order. */
  phrases: z.array(FamilyPhrase),
});
export type FamilyCategory = z.output<typeof FamilyCategory>;

const words = line(120, 1, "Please write a phrase").check(
  z.refine((phrase) => !hasAddress(phrase), "Please leave web addresses out of the phrase"),
);

export const NewHelpPhrase = z.strictObject({ categoryId: Id, phrase: words });
export type NewHelpPhrase = z.output<typeof NewHelpPhrase>;

export const ChangedHelpPhrase = z.strictObject({ phrase: words });

export const listHelpCategories = endpoint({
  method: "GET",
  path: "/api/help-categories",
  access: "anyone",
  summary: "The help categories",
  response: z.array(HelpCategory),
});

export const listHelpPhrases = endpoint({
  method: "GET",
  path: "/api/help-phrases/category/:id",
  access: "visitor",
  summary: "The phrases of a category, as the open family has them; none for one that does not exist",
  params: IdParams,
  response: z.array(HelpPhrase),
});

export const listShownPhrases = endpoint({
  method: "GET",
  path: "/api/help-phrases/shown",
  access: "member",
  summary: "Every category, first the one about scams, with the phrases that the open family has not hidden",
  response: z.array(ShownCategory),
});

export const listFamilyPhrases = endpoint({
  method: "GET",
  path: "/api/help-phrases",
  access: "admin",
  summary: "Every category with all its phrases: the family's own and hidden ones too",
  response: z.array(FamilyCategory),
});

export const addHelpPhrase = endpoint({
  method: "POST",
  path: "/api/help-phrases",
  access: "admin",
  summary: "Add a phrase to the family's own; at most 30 in a category",
  body: NewHelpPhrase,
  response: FamilyPhrase,
  status: 201,
});

export const changeHelpPhrase = endpoint({
  method: "PUT",
  path: "/api/help-phrases/:id",
  access: "admin",
  summary: "Replace one of the family's own phrases; the new one has a new id",
  params: IdParams,
  body: ChangedHelpPhrase,
  response: FamilyPhrase,
});

export const deleteHelpPhrase = endpoint({
  method: "DELETE",
  path: "/api/help-phrases/:id",
  access: "admin",
  summary: "Delete one of the family's own phrases",
  params: IdParams,
  response: nothing,
});

export const hideHelpPhrase = endpoint({
  method: "PUT",
  path: "/api/help-phrases/:id/visibility",
  access: "admin",
  summary: "Hide a phrase, or show it again",
  params: IdParams,
  body: z.strictObject({ isHidden: z.boolean() }),
  response: nothing,
});

export const orderHelpPhrases = endpoint({
  method: "PUT",
  path: "/api/help-phrases/category/:id/order",
  access: "admin",
  summary: "Put the phrases of a category in order; name each one once, hidden ones too (409 otherwise)",
  params: IdParams,
  body: z.strictObject({ phraseIds: z.array(Id).check(z.maxLength(200)) }),
  response: nothing,
});
