import { useState } from "react";
import { useFieldArray } from "react-hook-form";
import { inOrder, newStep } from "./typed-plan.ts";
import type { PlanForm } from "./use-plan-form.ts";

function useSteps({ form }: PlanForm) {
  const { append, remove, move } = useFieldArray({ control: form.control, name: "steps" });
  const steps = form.watch("steps");
  /** Each goes to its place by its time. */
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

/** The lines of the form. One is opened at a time; none moves while it is open. */
export function useLines(form: PlanForm) {
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
