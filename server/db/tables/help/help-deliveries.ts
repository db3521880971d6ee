import type { Generated, JSONColumnType } from "kysely";
import type { EscalationStep } from "#contract/help/plan.ts";
import type { Channel } from "#contract/messages.ts";

interface EscalationPlans {
  family_id: number;
  steps: JSONColumnType<EscalationStep[]>;
  first_contact_id: number | null;
  /** HH:MM:SS in the family's zone. */
  quiet_from: string | null;
  quiet_until: string | null;
}

interface HelpDeliveries {
  family_id: number;
  id: Generated<number>;
  help_request_id: number;
  person_id: number;
  channel: Channel;
  about: "ASKED" | "ACKNOWLEDGED" | "RESOLVED" | "CANCELLED" | "REMINDED";
  state: Generated<"WAITING" | "HANDED_OVER" | "REACHED" | "FAILED" | "STOPPED">;
  created_at: Date;
  due_at: Date;
  lease_until: Date | null;
  attempts: Generated<number>;
  provider_id: string | null;
}

export interface HelpDeliveryTables {
  escalation_plans: EscalationPlans;
  help_deliveries: HelpDeliveries;
}
