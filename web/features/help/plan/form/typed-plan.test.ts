import { describe, expect, it } from "vitest";
import {
  ChosenEscalationPlan,
  defaultSteps,
  type EscalationPlan,
  type EscalationStep,
} from "#contract/help/plan.ts";
import { bodyOf, inOrder, newStep, timesAfter, typedPlanOf, withChosen } from "./typed-plan.ts";

/** A step with a value in every field. */
const full: Required<EscalationStep> = {
  after: 900,
  target: "first-contact",
  channels: ["sms", "email"],
  unlessSeen: true,
  again: { everySeconds: 120, times: 2 },
};

const plan: Required<EscalationPlan> = {
  steps: [...defaultSteps, full],
  firstContactId: 7,
  isDefault: false,
  quietHours: { from: "22:00", until: "07:00" },
};

describe("the values of the plan's form", () => {
  it("give back the plan that they were made from, and the server accepts it", () => {
    const { isDefault: _, ...chosen } = plan;
    expect(bodyOf(typedPlanOf(plan))).toEqual(chosen);
    expect(ChosenEscalationPlan.parse(bodyOf(typedPlanOf(plan)))).toEqual(chosen);
  });

  it("give no first contact and no quiet hours if none are chosen", () => {
    const typed = typedPlanOf({ ...plan, firstContactId: null, quietHours: null });
    expect(bodyOf(typed)).toMatchObject({ firstContactId: null, quietHours: null });
    expect(bodyOf({ ...typed, isQuiet: true })).toMatchObject({
      quietHours: { from: "22:00", until: "07:00" },
    });
  });
});

describe("a step of the form", () => {
  const { steps } = typedPlanOf({ ...plan, steps: [...defaultSteps] });
  const at = (place: number, after: number) =>
    steps.map((step, index) => (index === place ? { ...step, after: String(after) } : step));

  it("is sorted by its time, and keeps its place among steps of the same time", () => {
    const linesOf = (typed: typeof steps) => inOrder(typed).map(({ line }) => line);
    expect(linesOf(at(1, 240))).toEqual([0, 2, 1, 3]);
    expect(linesOf(at(3, 0))).toEqual([0, 3, 1, 2]);
    expect(linesOf(at(0, 180))).toEqual([1, 0, 2, 3]);
    expect(linesOf(steps)).toEqual([0, 1, 2, 3]);
  });

  it("comes after all others when it is new, with a number of its own", () => {
    expect(newStep(steps)).toMatchObject({ line: 4, after: "900", target: "everyone", channels: ["sms"] });
    expect(newStep([])).toMatchObject({ line: 0, after: "0" });
    expect(newStep(at(3, 86_400))).toMatchObject({ after: "86400" });
  });

  it("keeps an unusual time", () => {
    expect(withChosen(timesAfter, "100")).toEqual([...timesAfter, 100].sort((one, other) => one - other));
    expect(withChosen(timesAfter, "")).toEqual(timesAfter);
  });
});
