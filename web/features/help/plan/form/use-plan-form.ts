import { useState } from "react";
import { useFieldArray } from "react-hook-form";
import { ChosenEscalationPlan, type EscalationPlan } from "#contract/help/plan.ts";
import { useSignedInUser } from "#web/features/accounts/queries.ts";
import { draftOf, dropDraft, useKeptDraft } from "#web/ui/form/draft.ts";
import { prepared, useSchemaForm } from "#web/ui/form/schema-form.ts";
import { toast } from "#web/ui/toast/toast.ts";
import { type PlanBody, useChangePlan } from "../queries.ts";
import { bodyOf, inOrder, newStep, type TypedPlan, typedPlanOf } from "./typed-plan.ts";

const saved = "The plan is saved.";

export type PlanFormState = ReturnType<typeof usePlanForm>;

/**
 * The form of the plan as it was when the form opened, so that other people's changes do not overwrite what is typed.
 * It starts with the person's draft if they left it without Save or Cancel.
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
      await change(body);
      toast({ title: saved });
      close(saved);
    },
    failed: { title: "The plan was not saved", otherwise: "Please try again." },
  });
  useKeptDraft(form.form, draft, start);
  return { ...form, close };
}

function useSteps({ form }: PlanFormState) {
  const { append, remove, move } = useFieldArray({ control: form.control, name: "steps" });
  const steps = form.watch("steps");
  /** Sorts the steps by their times. */
  const settle = () => {
    const now = [...steps];
    for (const [to, step] of inOrder(steps).entries()) {
      const from = now.indexOf(step);
      if (from === to) continue;
      move(from, to);
      now.splice(to, 0, ...now.splice(from, 1));
    }
  };
  return { steps, append, remove, settle };
}

export type Lines = ReturnType<typeof useLines>;

/** The steps of the form. One is open at a time, and it does not move while open. */
export function useLines(form: PlanFormState) {
  const { steps, append, remove, settle } = useSteps(form);
  const [openLine, setOpenLine] = useState<number>();
  const [closedLine, setClosedLine] = useState<number>();
  const open = (line: number) => {
    settle();
    setOpenLine(line);
  };
  const close = (place: number) => {
    form.form.clearErrors(`steps.${place}`);
    settle();
    setClosedLine(steps[place]?.line);
    setOpenLine(undefined);
  };
  const add = () => {
    const step = newStep(steps);
    open(step.line);
    append(step, { shouldFocus: false });
  };
  return { steps, openLine, closedLine, settle, open, close, add, remove };
}
