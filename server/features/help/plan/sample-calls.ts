import * as plan from "#contract/help/plan.ts";
import type { SampleCalls } from "#tests/support/sample-call.ts";

const body = { steps: plan.defaultSteps, firstContactId: null, quietHours: null };

export const planCalls: SampleCalls<typeof plan> = {
  "GET /api/escalation-plan": {},
  "GET /api/family/helpers": {},
  "PUT /api/escalation-plan": {
    prepare: () => ({ body }),
    records: [["Anna Reyes", { kind: "plan-changed" }]],
  },
  "DELETE /api/escalation-plan": {
    prepare: async ({ anna }) => void (await anna.client.call(plan.changeEscalationPlan, { body })),
    records: [["Anna Reyes", { kind: "plan-restored" }]],
  },
};
