import type { Generated } from "kysely";
import type { Channel } from "#contract/messages.ts";
import type { ReachabilityState, Refusal } from "#contract/reachability.ts";

interface KnownWays {
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
  due_at: Date | null;
  tries: Generated<number>;
}

interface FamilyReachability {
  family_id: number;
  state: Generated<ReachabilityState>;
  look_at: Generated<Date>;
}

interface ReachabilityWarnings {
  family_id: number;
  person_id: number;
  state: "unproven" | "nobody";
  due_at: Date;
  tries: Generated<number>;
}

interface EmailConfirmations {
  id: Generated<number>;
  person_id: number;
  email: string;
  sent_at: Date;
  ended_at: Date | null;
}

export interface ReachabilityTables {
  known_ways: KnownWays;
  weekly_tests: WeeklyTests;
  family_reachability: FamilyReachability;
  reachability_warnings: ReachabilityWarnings;
  email_confirmations: EmailConfirmations;
}
