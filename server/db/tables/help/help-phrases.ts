import type { Generated } from "kysely";

interface HelpCategories {
  id: number;
  name: string;
  icon: string;
}

interface HelpPhrases {
  id: number;
  category_id: number;
  phrase: string;
}

interface FamilyPhrases {
  family_id: number;
  id: Generated<number>;
  /** Null, like the words, where a phrase of the library is changed. */
  category_id: number | null;
  phrase: string | null;
  is_deleted: Generated<boolean>;
  is_hidden: Generated<boolean>;
  position: number | null;
}

export interface HelpPhraseTables {
  help_categories: HelpCategories;
  help_phrases: HelpPhrases;
  family_phrases: FamilyPhrases;
}
