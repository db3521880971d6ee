import { expect, test } from "vitest";
import { minuteSeconds } from "#contract/durations.ts";
import { defaultSteps, defaultStepsWith, type EscalationStep } from "#contract/help/plan.ts";
import { readConfig } from "#server/platform/config/config.ts";
import { everyoneAtOnce, unroll, urgentHeadStartSeconds } from "./escalation-plan.ts";

const step = (after: number, changes: Partial<EscalationStep> = {}): EscalationStep => ({
  after,
  target: "everyone",
  channels: ["push"],
  ...changes,
});

test("a step asks on the channels that wake people apart from the others, which quiet hours do not delay", () => {
  const steps = unroll([
    step(60, { target: "first-contact", channels: ["sms", "push", "email"], unlessSeen: true }),
  ]);
  const asked = { after: 60, target: "first-contact", unlessSeen: true };
  expect(steps.slice(0, -1)).toEqual([
    { ...asked, channels: ["push"] },
    { ...asked, channels: ["sms", "email"] },
  ]);
});

test("repeats are steps in the order of their times, and fifteen minutes after the last one the plan ends", () => {
  const steps = unroll([step(0, { again: { everySeconds: 120, times: 2 } }), step(60), step(180)]);
  const asked = { target: "everyone", channels: ["push"], unlessSeen: false };
  expect(steps).toEqual([
    ...[0, 60, 120, 180, 240].map((after) => ({ after, ...asked })),
    { after: 240 + 15 * minuteSeconds, target: "everyone", channels: [] },
  ]);
});

test("a request that is urgent from the start asks everyone on every channel, and then follows its plan", () => {
  const planned = unroll([step(0), step(urgentHeadStartSeconds), step(urgentHeadStartSeconds + 1)]);
  const atOnce = { after: urgentHeadStartSeconds, target: "everyone", unlessSeen: false };
  const config = readConfig({ NTFY_URL: "https://ntfy.example", CALLS_PROVIDER: "none" });
  expect(everyoneAtOnce(planned, { config })).toEqual([
    { ...atOnce, channels: ["push", "ntfy"] },
    { ...atOnce, channels: ["sms", "email"] },
    ...planned.slice(-2),
  ]);
});

test("where calls are possible, they are part of both plans", () => {
  const config = readConfig({});
  expect(everyoneAtOnce([], { config })).toMatchObject([
    { channels: ["push"] },
    { channels: ["sms", "email", "call"] },
  ]);
  expect(defaultStepsWith(["push", "sms"])).toEqual(defaultSteps);
  const calls = defaultStepsWith(["push", "call"]).filter(({ channels }) => channels.includes("call"));
  expect(calls).toEqual([
    { after: 300, target: "first-contact", channels: ["call"] },
    { after: 600, target: "everyone", channels: ["call"] },
  ]);
});
