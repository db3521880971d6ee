import { setTimeout as pause } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { dayMs, hourMs } from "#contract/durations.ts";
import type { EscalationStep } from "#contract/help/plan.ts";
import { inLong } from "#tests/support/long-form.ts";
import { print, secondsSince } from "./figures.ts";
import { useDeployment } from "./outside/deployment.ts";
import { Family, helpMessages, step } from "./outside/family.ts";
import { punctuality } from "./outside/punctuality.ts";

const deployment = useDeployment();
afterEach(() => deployment.moveClock(0));

const isShort = inLong(0, 1) === 1;
/** The longest interval between two checks of a server for due messages, whatever its clock said before. */
const maxCheckSeconds = 15;

let last = 0;
async function ask(steps: EscalationStep[], quietHours: { from: string; until: string } | null = null) {
  const family = new Family(last++);
  await family.subscribe(deployment.port(), deployment.providers);
  await family.plan(deployment.port(), steps, quietHours);
  const request = await family.ask(deployment.port());
  const missing = () => punctuality(deployment.providers, family, { ...request, askedAt: 0 }, steps).missing;
  const byPush = () =>
    helpMessages(deployment.providers, request).filter(({ channel }) => channel === "push").length;
  await expect.poll(byPush).toBe(family.helpers.length);
  return { request, missing };
}

const jumps: [string, number][] = [
  ["an hour", hourMs],
  ["a day", dayMs],
];

test.each(jumps.slice(0, isShort ? 1 : 2))(
  "a clock that jumps %s ahead loses no step",
  async (what, jump) => {
    const { request, missing } = await ask([step(0, "push"), step(600, "sms"), step(1200, "email")]);
    expect(helpMessages(deployment.providers, request)).toHaveLength(6);
    await deployment.moveClock(jump);
    const jumpedAt = performance.now();
    await expect.poll(missing, { timeout: 60_000 }).toBe(0);
    const seconds = secondsSince(jumpedAt);
    print(`clock ${what} ahead`, { "steps lost": missing(), "all sent after (s)": seconds });
    expect(seconds).toBeLessThan(maxCheckSeconds + 5);
  },
);

test.skipIf(isShort).each(jumps)(
  "with the clock put back %s nothing is sent early, and everything is sent once the clock is right",
  async (what, jump) => {
    const { request, missing } = await ask([step(0, "push"), step(4, "sms"), step(8, "email")]);
    await deployment.moveClock(-jump);
    await pause(20_000);
    const early = helpMessages(deployment.providers, request).length - 6;
    await deployment.moveClock(0);
    const movedAt = performance.now();
    await expect.poll(missing, { timeout: 60_000 }).toBe(0);
    const seconds = secondsSince(movedAt);
    print(`clock ${what} back`, { early, "steps lost": missing(), "all sent after (s)": seconds });
    expect(early).toBe(0);
    expect(seconds).toBeLessThan(maxCheckSeconds + 5);
  },
);

test.skipIf(isShort).each([
  ["back", "2026-11-01T12:00:00Z"],
  ["forward", "2026-03-08T11:00:00Z"],
])(
  "quiet hours end at the right local time on the morning after New York's clocks go %s",
  async (what, end) => {
    const endsAt = Date.now() + 15_000;
    await deployment.startAt(Date.parse(end) - endsAt);
    const quiet = { from: "22:00", until: "07:00" };
    const { request, missing } = await ask([step(0, "push"), step(2, "sms"), step(3, "email")], quiet);
    await expect.poll(missing, { timeout: 60_000 }).toBe(0);
    const times = helpMessages(deployment.providers, request).flatMap(({ channel, at }) =>
      channel === "push" ? [] : [(at - endsAt) / 1_000],
    );
    print(`clock of New York ${what}`, { "first (s)": Math.min(...times), "last (s)": Math.max(...times) });
    expect(Math.min(...times)).toBeGreaterThan(-1);
    expect(Math.max(...times)).toBeLessThan(maxCheckSeconds);
  },
);
