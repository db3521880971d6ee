import type { Generated } from "kysely";
import type { ReachabilityState } from "#contract/reachability.ts";

interface WeeklyTests {
  person_id: number;
  due_at: Generated<Date>;
  /** False until the time of the first test is known. */
  is_planned: Generated<boolean>;
}

interface FamilyReachability {
  family_id: number;
  state: Generated<ReachabilityState>;
  check_at: Generated<Date>;
}

export interface ReachabilityTables {
  weekly_tests: WeeklyTests;
  family_reachability: FamilyReachability;
}
