import type { HelpCategory, HelpPhrase } from "#contract/help-phrases.ts";
import type { Database } from "../db/connect.ts";

const listCategories = {
  name: "list-help-categories",
  text: "select id, name, icon from help_categories order by id",
};

const listPhrases = {
  name: "list-help-phrases",
  text: "select id, phrase from help_phrases where category_id = $1 order by id",
};

export const categories = (database: Database): Promise<HelpCategory[]> => database.read(listCategories, []);

export const phrasesOf = (database: Database, categoryId: number): Promise<HelpPhrase[]> =>
  database.read(listPhrases, [categoryId]);
