// Whatever a family chooses for its plan is stored, and is in its file and in the family that is opened from that. The
// types ask for a value of every field, so a new one is looked for, too.
import { expect, test } from "vitest";
import {
  type ChosenEscalationPlan,
  changeEscalationPlan,
  defaultSteps,
  type EscalationStep,
  getEscalationPlan,
} from "#contract/help/plan.ts";
import { FamilyExport } from "#contract/personal-data/family-export.ts";
import { importFamily } from "#contract/personal-data/family-import.ts";
import { dataIn, exportOf, uploadOf } from "#tests/support/family-file.ts";
import { reyesFamily, signUp } from "#tests/support/people.ts";
import { useServer } from "#tests/support/server.ts";

const server = useServer();

/** No value is that of Porchlight's own plan. */
const step: Required<EscalationStep> = {
  after: 120,
  target: "first-contact",
  channels: ["sms", "email"],
  unlessSeen: true,
  again: { everySeconds: 90, times: 3 },
};
const planWith = (firstContactId: number): Required<ChosenEscalationPlan> => ({
  steps: [step],
  firstContactId,
  quietHours: { from: "21:30", until: "06:45" },
});

test("every field of a plan is stored, exported and imported, except for the first contact, who is not there yet", async () => {
  const { anna, ben } = await reyesFamily(server());
  const body = planWith(ben.id);
  expect(defaultSteps).not.toContainEqual(step);
  const stored = { ...body, isDefault: false };
  expect(await anna.client.call(changeEscalationPlan, { body })).toEqual(stored);
  expect(await anna.client.call(getEscalationPlan)).toEqual(stored);

  const zip = await exportOf(anna);
  const { quietHours, ...rest } = body;
  const exported = {
    ...rest,
    firstContact: "Ben",
    quietFrom: quietHours?.from,
    quietUntil: quietHours?.until,
  };
  expect(FamilyExport.parse(JSON.parse(dataIn(zip))).escalationPlans).toEqual([exported]);

  const nora = await signUp(server(), { name: "Nora Nash" });
  await nora.client.call(importFamily, uploadOf(zip));
  expect(await nora.client.call(getEscalationPlan)).toEqual({ ...stored, firstContactId: null });
});
