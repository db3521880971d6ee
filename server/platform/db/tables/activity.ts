import type { Generated } from "kysely";

interface Activity {
  family_id: number;
  id: Generated<number>;
  person_id: number | null;
  /** The name that they had then. */
  person_name: string | null;
  kind: string;
  details: object;
  at: Date;
}

export interface ActivityTables {
  activity: Activity;
}
