import type { Generated } from "kysely";
import type { HelpRequestState } from "#contract/help/request-state.ts";

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
  /** The rest of the plan: server/help/requests/delivery/steps.ts. */
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

export interface HelpRequestTables {
  help_requests: HelpRequests;
  help_request_transitions: HelpRequestTransitions;
  help_request_receipts: HelpRequestReceipts;
}
