import { useState } from "react";
import { useFieldArray } from "react-hook-form";
import { ChosenEscalationPlan, type EscalationPlan } from "#contract/escalation-plan.ts";
import { refusalOf } from "#web/api/refusal.ts";
import { type PlanBody, useChangePlan } from "#web/escalation-plan/queries.ts";
import { prepared } from "#web/ui/form/prepared.ts";
import { useSchemaForm } from "#web/ui/form/schema-form.ts";
import { toast } from "#web/ui/toast/toast.ts";
import { bodyOf, newStep, placeOf, type TypedPlan, typedPlanOf } from "./typed-plan.ts";

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

export type Lines = ReturnType<typeof useLines>;

/** The lines of the form. One is open at a time, and goes to its place when it is closed. */
export function useLines({ form }: PlanForm) {
  const { append, remove, move } = useFieldArray({ control: form.control, name: "steps" });
  const [openLine, setOpenLine] = useState<number>();
  const [closedLine, setClosedLine] = useState<number>();
  const steps = form.watch("steps");
  const settle = () => {
    const from = steps.findIndex(({ line }) => line === openLine);
    const to = placeOf(steps, from);
    if (from !== -1 && from !== to) move(from, to);
  };
  const open = (line: number) => {
    settle();
    setOpenLine(line);
  };
  const close = () => {
    settle();
    setClosedLine(openLine);
    setOpenLine(undefined);
  };
  const add = () => {
    const step = newStep(steps);
    open(step.line);
    append(step, { shouldFocus: false });
  };
  return { steps, openLine, closedLine, settle, open, close, add, remove };
}
