import type { Generated, JSONColumnType } from "kysely";
import type { EscalationStep } from "#contract/help/plan.ts";

interface EscalationPlans {
  family_id: number;
  steps: JSONColumnType<EscalationStep[]>;
  first_contact_id: number | null;
  /** HH:MM:SS in the family's zone. */
  quiet_from: string | null;
  quiet_until: string | null;
}

/** Each text that has left for a request. */
interface HelpTexts {
  family_id: number;
  id: Generated<number>;
  help_request_id: number;
  sent_at: Date;
}

export interface EscalationPlanTables {
  help_texts: HelpTexts;
  escalation_plans: EscalationPlans;
}
