import { setTimeout as pause } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import type { EscalationStep } from "#contract/help/plan.ts";
import { inLong } from "../support/long-form.ts";
import { print, secondsSince } from "./figures.ts";
import { askings, Family, step } from "./outside/family.ts";
import { useHouse } from "./outside/house.ts";
import { punctuality } from "./outside/punctuality.ts";

const house = useHouse();
afterEach(() => house.moveClock(0));

const hour = 60 * 60_000;
const isShort = inLong(0, 1) === 1;
/** At least as often a server looks, whatever its clock said before. */
const maxLookSeconds = 15;

let last = 0;
async function ask(steps: EscalationStep[], quietHours: { from: string; until: string } | null = null) {
  const family = new Family(last++);
  await family.subscribe(house.port(), house.providers);
  await family.plan(house.port(), steps, quietHours);
  const wish = await family.ask(house.port());
  const missing = () => punctuality(house.providers, family, { ...wish, askedAt: 0 }, steps).missing;
  const byPush = () => askings(house.providers, wish).filter(({ channel }) => channel === "push").length;
  await expect.poll(byPush).toBe(family.helpers.length);
  return { wish, missing };
}

const jumps: [string, number][] = [
  ["an hour", hour],
  ["a day", 24 * hour],
];

test.each(jumps.slice(0, isShort ? 1 : 2))(
  "a clock that jumps %s ahead loses no step",
  async (what, jump) => {
    const { wish, missing } = await ask([step(0, "push"), step(600, "sms"), step(1200, "email")]);
    expect(askings(house.providers, wish)).toHaveLength(6);
    await house.moveClock(jump);
    const jumpedAt = performance.now();
    await expect.poll(missing, { timeout: 60_000 }).toBe(0);
    const seconds = secondsSince(jumpedAt);
    print(`clock ${what} ahead`, { "steps lost": missing(), "all told after (s)": seconds });
    expect(seconds).toBeLessThan(maxLookSeconds + 5);
  },
);

test.skipIf(isShort).each(jumps)(
  "a clock that is put back %s sends nothing early, and all once it is right",
  async (what, jump) => {
    const { wish, missing } = await ask([step(0, "push"), step(4, "sms"), step(8, "email")]);
    await house.moveClock(-jump);
    await pause(20_000);
    const early = askings(house.providers, wish).length - 6;
    await house.moveClock(0);
    const movedAt = performance.now();
    await expect.poll(missing, { timeout: 60_000 }).toBe(0);
    const seconds = secondsSince(movedAt);
    print(`clock ${what} back`, { early, "steps lost": missing(), "all told after (s)": seconds });
    expect(early).toBe(0);
    expect(seconds).toBeLessThan(maxLookSeconds + 5);
  },
);

test.skipIf(isShort).each([
  ["back", "2026-11-01T12:00:00Z"],
  ["forward", "2026-03-08T11:00:00Z"],
])("quiet hours end on the family's clock on the morning after New York's went %s", async (what, end) => {
  const endsAt = Date.now() + 15_000;
  await house.startAt(Date.parse(end) - endsAt);
  const quiet = { from: "22:00", until: "07:00" };
  const { wish, missing } = await ask([step(0, "push"), step(2, "sms"), step(3, "email")], quiet);
  await expect.poll(missing, { timeout: 60_000 }).toBe(0);
  const times = askings(house.providers, wish).flatMap(({ channel, at }) =>
    channel === "push" ? [] : [(at - endsAt) / 1_000],
  );
  print(`clock of New York ${what}`, { "first (s)": Math.min(...times), "last (s)": Math.max(...times) });
  expect(Math.min(...times)).toBeGreaterThan(-1);
  expect(Math.max(...times)).toBeLessThan(maxLookSeconds);
});
