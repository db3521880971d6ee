import type { Generated } from "kysely";
import type { Channel } from "#contract/messages.ts";
import type { ReachabilityState, Refusal } from "#contract/reachability.ts";

interface ContactMethods {
  person_id: number;
  channel: Channel;
  proven_at: Date | null;
  /** Since it was proven. */
  refused_at: Date | null;
  refusal: Refusal | null;
  tested_at: Date | null;
  unanswered_since: Date | null;
}

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

interface EmailConfirmations {
  id: Generated<number>;
  person_id: number;
  email: string;
  sent_at: Date;
  ended_at: Date | null;
}

export interface ReachabilityTables {
  contact_methods: ContactMethods;
  weekly_tests: WeeklyTests;
  family_reachability: FamilyReachability;
  email_confirmations: EmailConfirmations;
}
