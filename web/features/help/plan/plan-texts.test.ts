import { expect, it } from "vitest";
import { defaultSteps, type EscalationStep } from "#contract/help/plan.ts";
import type { Asked } from "./people-asked.ts";
import { textsWords } from "./plan-texts.ts";

const anna = { id: 1, name: "Anna", channels: ["push", "sms", "email"] } satisfies Asked["first"];
const ben = { id: 2, name: "Ben", channels: ["sms"] } satisfies Asked["first"];
const maya = { id: 3, name: "Maya", channels: ["email"] } satisfies Asked["first"];
const asked = (...helpers: Asked["helpers"]): Asked => ({
  helpers,
  first: helpers[0],
  openChannels: ["push", "sms", "email"],
  maxTexts: 100,
});

it("says how many texts an unanswered request sends", () => {
  const sends = "A request that nobody answers sends up to";
  expect(textsWords(defaultSteps, asked(anna))).toBe(`${sends} 12 texts.`);
  expect(textsWords(defaultSteps, asked(anna, ben, maya))).toBe(`${sends} 23 texts.`);
  const once: EscalationStep = { after: 0, target: "first-contact", channels: ["sms"] };
  expect(textsWords([once], asked(anna, ben))).toBe(`${sends} 1 text.`);
});

it("says nothing about texts that are not sent", () => {
  expect(textsWords(defaultSteps, asked(maya))).toBe("");
  expect(textsWords(defaultSteps, { ...asked(anna), openChannels: ["push", "email"] })).toBe("");
});

it("says when a plan asks for more texts than are allowed", () => {
  const often: EscalationStep = {
    after: 0,
    target: "everyone",
    channels: ["sms"],
    again: { everySeconds: 60, times: 20 },
  };
  expect(textsWords([often, often, often], asked(anna, ben))).toBe(
    "A request that nobody answers sends up to 100 texts. This plan asks for 126: the others are left out, but app alerts and e-mails continue.",
  );
});
