import type { Generated } from "kysely";

interface LocalEvents {
  family_id: number;
  id: Generated<number>;
  title: string;
  starts_on_clock: string;
  location: string;
  description: string;
}

export interface LocalEventTables {
  local_events: LocalEvents;
}
