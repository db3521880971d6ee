import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { type Channel, channels } from "#contract/messages.ts";
import { inLong } from "../support/long-form.ts";
import { print } from "./figures.ts";
import { askings, Family, step, tagIn } from "./outside/family.ts";
import { type Fault, faults } from "./outside/faults.ts";
import { useHouse } from "./outside/house.ts";
import { punctuality } from "./outside/punctuality.ts";

const house = useHouse();

const nextStep = 2;
/** Whoever waits for a provider that is down loses ten seconds, or the five to the next try. */
const allowed = 4;
/** How long it goes wrong: a provider that hangs does so for half a minute. */
const lengthOf = (fault: Fault): number => (fault === "hanging" ? 30_000 : 4_000);

const all = channels.flatMap((channel) => faults.map((fault) => [fault, channel] as const));
const few: (readonly [Fault, Channel])[] = [
  ["cut off", "push"],
  ["busy", "sms"],
  ["refused", "email"],
];
const cases = inLong(1, 0) === 1 ? all : few;

describe("whatever is wrong with one provider, the next step comes on time and nothing is lost", () => {
  test.each(cases)("%s: %s", async (fault, channel) => {
    const { providers } = house;
    const wire = providers.wires[channel];
    const others = channels.filter((other) => other !== channel);
    const steps = [step(0, channel), step(nextStep, ...others)];
    const family = new Family(all.findIndex(([f, c]) => f === fault && c === channel));
    await family.subscribe(house.port(), providers);
    await family.plan(house.port(), steps);
    await wire.suffer(fault);
    const brokeAt = Date.now();
    const wish = await family.ask(house.port());
    const next = () => punctuality(providers, family, wish, steps.slice(1));
    await expect.poll(() => next().missing).toBe(0);
    const { latest, earliest } = next();
    const arrived = () => askings(providers, wish).filter((received) => received.channel === channel);
    const isTaken = fault === "taken in silence";
    expect(arrived().length > 0).toBe(isTaken);
    await pause(Math.max(0, lengthOf(fault) - (Date.now() - brokeAt)));
    await wire.heal();
    const enough = family.helpers.length * (isTaken ? 2 : 1);
    await expect.poll(() => arrived().length, { timeout: 120_000 }).toBeGreaterThanOrEqual(enough);
    const { missing: lost } = punctuality(providers, family, wish, steps.slice(0, 1));
    print(`${channel} ${fault}`, { lost, "next step late by (s)": latest });
    expect(lost).toBe(0);
    expect(new Set(arrived().map(tagIn)).size).toBe(1);
    expect(latest).toBeLessThan(allowed);
    expect(earliest).toBeLessThan(1);
  });
});
