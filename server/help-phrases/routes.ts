import { listHelpCategories, listHelpPhrases } from "#contract/help-phrases.ts";
import { type Route, route } from "../http/route.ts";
import type { World } from "../world.ts";
import { categories, phrasesOf } from "./help-phrases.ts";

export const helpPhraseRoutes = ({ database }: World): Route[] => [
  route(listHelpCategories, () => categories(database)),
  route(listHelpPhrases, ({ params }) => phrasesOf(database, params.id)),
];
