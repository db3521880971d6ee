import type { Generated, JSONColumnType } from "kysely";
import type { EscalationStep } from "#contract/help/plan.ts";
import type { HelpRequestState } from "#contract/help/request-state.ts";
import type { VideoSource } from "#contract/help/video-calls.ts";

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

interface EscalationPlans {
  family_id: number;
  steps: JSONColumnType<EscalationStep[]>;
  first_contact_id: number | null;
  /** HH:MM:SS in the family's zone. */
  quiet_from: string | null;
  quiet_until: string | null;
}

interface HelpRequests {
  family_id: number;
  id: Generated<number>;
  asked_by: number;
  idempotency_key: string;
  phrase: string;
  phrase_id: number | null;
  category_id: number | null;
  state: HelpRequestState;
  helper_id: number | null;
  asked_at: Date;
  closed_at: Date | null;
  is_urgent: Generated<boolean>;
  /** Its steps: server/help/plan/escalation-plan.ts. */
  plan: Generated<unknown>;
  plan_began_at: Date | null;
  next_step: Generated<number>;
  next_step_at: Date | null;
}

interface HelpRequestTransitions {
  from_state: HelpRequestState;
  to_state: HelpRequestState;
}

interface HelpRequestReceipts {
  family_id: number;
  id: Generated<number>;
  help_request_id: number;
  state: HelpRequestState;
  person_id: number | null;
  at: Date;
}

interface VideoCalls {
  family_id: number;
  help_request_id: number;
  id: Generated<number>;
  helper_id: number;
  source: VideoSource;
  offer: string;
  answer: string | null;
  started_at: Date;
}

export interface HelpTables {
  help_categories: HelpCategories;
  help_phrases: HelpPhrases;
  family_phrases: FamilyPhrases;
  escalation_plans: EscalationPlans;
  help_requests: HelpRequests;
  help_request_transitions: HelpRequestTransitions;
  help_request_receipts: HelpRequestReceipts;
  video_calls: VideoCalls;
}
