import type { GuideStep } from "#contract/help/guides.ts";
import type { ListedGuide } from "./queries.ts";
import { readySteps } from "./ready-steps.ts";

/** The family's steps, or those of the built-in guide. */
export const stepsOf = ({ own, id }: ListedGuide): readonly GuideStep[] =>
  own?.steps ??
  (typeof id === "string" ? readySteps[id].map((step) => ({ ...step, picture: null, marks: [] })) : []);
