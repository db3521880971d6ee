import { useState } from "react";
import { ChosenEscalationPlan, type EscalationPlan } from "#contract/help/plan.ts";
import { useSignedInUser } from "#web/accounts/queries.ts";
import { refusalOf } from "#web/api/refusal.ts";
import { draftOf, dropDraft, useKeptDraft } from "#web/ui/draft.ts";
import { prepared } from "#web/ui/form/prepared.ts";
import { useSchemaForm } from "#web/ui/form/schema-form.ts";
import { toast } from "#web/ui/toast/toast.ts";
import { type PlanBody, useChangePlan } from "../queries.ts";
import { bodyOf, type TypedPlan, typedPlanOf } from "./typed-plan.ts";

const failed = { title: "The plan was not saved", otherwise: "Please try again." };
const saved = "The plan is saved.";

export type PlanForm = ReturnType<typeof usePlanForm>;

/**
 * As the plan is when the form opens: what others change meanwhile does not touch what is typed here. So is what was
 * typed by whoever left it without Save or Cancel.
 */
export function usePlanForm(plan: EscalationPlan, onClose: (words?: string) => void) {
  const { mutateAsync: change } = useChangePlan();
  const user = useSignedInUser();
  const draft = `porchlight-plan-${user?.id}-${user?.familyId}`;
  const [start] = useState(() => typedPlanOf(plan));
  const close = (words?: string) => {
    dropDraft(draft);
    onClose(words);
  };
  const form = useSchemaForm<TypedPlan, PlanBody>({
    schema: prepared(ChosenEscalationPlan, bodyOf),
    defaults: draftOf(draft, start),
    onSubmit: async (body) => {
      await change(body).catch((error: unknown): never => {
        throw refusalOf(error, failed);
      });
      toast({ title: saved });
      close(saved);
    },
  });
  useKeptDraft(form.form, draft, start);
  return { ...form, close };
}
