import {
  addHelpPhrase,
  changeHelpPhrase,
  deleteHelpPhrase,
  hideHelpPhrase,
  listFamilyPhrases,
  listHelpCategories,
  listHelpPhrases,
  orderHelpPhrases,
} from "#contract/help/phrases.ts";
import { type Route, route } from "#server/http/route.ts";
import type { World } from "#server/world.ts";
import { add, change, familyPhrases, hide, order, remove } from "./family-phrases.ts";
import { categories, phrasesOf } from "./phrases.ts";

export const helpPhraseRoutes = (world: World): Route[] => [
  route(listHelpCategories, () => categories(world.database)),
  route(listHelpPhrases, ({ member, params }) => phrasesOf(world.database, member, params.id)),
  route(listFamilyPhrases, ({ member }) => familyPhrases(world.database, member)),
  route(addHelpPhrase, ({ member, body }) => add(world, member, body)),
  route(changeHelpPhrase, ({ member, params, body }) => change(world, member, params.id, body.phrase)),
  route(deleteHelpPhrase, ({ member, params }) => remove(world, member, params.id)),
  route(hideHelpPhrase, ({ member, params, body }) => hide(world.database, member, params.id, body.isHidden)),
  route(orderHelpPhrases, ({ member, params, body }) =>
    order(world.database, member, params.id, body.phraseIds),
  ),
];
