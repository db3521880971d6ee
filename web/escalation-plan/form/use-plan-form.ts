import { ChosenEscalationPlan, type EscalationPlan } from "#contract/escalation-plan.ts";
import { refusalOf } from "#web/api/refusal.ts";
import { type PlanBody, useChangePlan } from "#web/escalation-plan/queries.ts";
import { prepared } from "#web/ui/form/prepared.ts";
import { useSchemaForm } from "#web/ui/form/schema-form.ts";
import { toast } from "#web/ui/toast/toast.ts";
import { bodyOf, type TypedPlan, typedPlanOf } from "./typed-plan.ts";

const failed = { title: "The plan was not saved", otherwise: "Please try again." };
const saved = "The plan is saved.";

export type PlanForm = ReturnType<typeof usePlanForm>;

/** As the plan is when the form opens: what others change meanwhile does not touch what is typed here. */
export function usePlanForm(plan: EscalationPlan, onClose: (words?: string) => void) {
  const { mutateAsync: change } = useChangePlan();
  return useSchemaForm<TypedPlan, PlanBody>({
    schema: prepared(ChosenEscalationPlan, bodyOf),
    defaults: typedPlanOf(plan),
    onSubmit: async (body) => {
      await change(body).catch((error: unknown): never => {
        throw refusalOf(error, failed);
      });
      toast({ title: saved });
      onClose(saved);
    },
  });
}
