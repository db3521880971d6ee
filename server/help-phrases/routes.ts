import {
  addHelpPhrase,
  changeHelpPhrase,
  deleteHelpPhrase,
  hideHelpPhrase,
  listFamilyPhrases,
  listHelpCategories,
  listHelpPhrases,
  orderHelpPhrases,
} from "#contract/help-phrases.ts";
import { type Route, route } from "../http/route.ts";
import type { World } from "../world.ts";
import { add, change, familyPhrases, hide, order, remove } from "./family-phrases.ts";
import { categories, phrasesOf } from "./help-phrases.ts";

export const helpPhraseRoutes = ({ database }: World): Route[] => [
  route(listHelpCategories, () => categories(database)),
  route(listHelpPhrases, ({ member, params }) => phrasesOf(database, member, params.id)),
  route(listFamilyPhrases, ({ member }) => familyPhrases(database, member)),
  route(addHelpPhrase, ({ member, body }) => add(database, member, body)),
  route(changeHelpPhrase, ({ member, params, body }) => change(database, member, params.id, body.phrase)),
  route(deleteHelpPhrase, ({ member, params }) => remove(database, member, params.id)),
  route(hideHelpPhrase, ({ member, params, body }) => hide(database, member, params.id, body.isHidden)),
  route(orderHelpPhrases, ({ member, params, body }) => order(database, member, params.id, body.phraseIds)),
];
