import type { JSONColumnType } from "kysely";
import type { EscalationStep } from "#contract/help/plan.ts";

interface EscalationPlans {
  family_id: number;
  steps: JSONColumnType<EscalationStep[]>;
  first_contact_id: number | null;
  /** HH:MM:SS in the family's zone. */
  quiet_from: string | null;
  quiet_until: string | null;
}

export interface EscalationPlanTables {
  escalation_plans: EscalationPlans;
}
