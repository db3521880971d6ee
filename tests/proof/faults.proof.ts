import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { channels } from "#contract/channels.ts";
import type { Channel } from "#contract/messages.ts";
import { inLong } from "#tests/support/long-form.ts";
import { print } from "./figures.ts";
import { useDeployment } from "./outside/deployment.ts";
import { Family, helpMessages, step, tagIn } from "./outside/family.ts";
import { type Fault, faults } from "./outside/faults.ts";
import { punctuality } from "./outside/punctuality.ts";

const deployment = useDeployment();

const nextStep = 2;
/** Waiting for a provider that is down costs ten seconds, or the five until the next try. */
const allowed = 4;
/** The duration of the fault. A provider that hangs does so for half a minute. */
const lengthOf = (fault: Fault): number => (fault === "hanging" ? 30_000 : 4_000);

const all = channels.flatMap((channel) => faults.map((fault) => [fault, channel] as const));
const few: (readonly [Fault, Channel])[] = [
  ["cut off", "push"],
  ["failing", "ntfy"],
  ["busy", "sms"],
  ["refused", "email"],
  ["garbage", "call"],
];
const cases = inLong(1, 0) === 1 ? all : few;

describe("whatever is wrong with one provider, the next step comes on time and nothing is lost", () => {
  test.each(cases)("%s: %s", async (fault, channel) => {
    const { providers } = deployment;
    const wire = providers.wires[channel];
    const others = channels.filter((other) => other !== channel);
    const steps = [step(0, channel), step(nextStep, ...others)];
    const family = new Family(all.findIndex(([f, c]) => f === fault && c === channel));
    await family.subscribe(deployment.port(), providers);
    await family.plan(deployment.port(), steps);
    await wire.suffer(fault);
    const brokeAt = Date.now();
    const request = await family.ask(deployment.port());
    const next = () => punctuality(providers, family, request, steps.slice(1));
    await expect.poll(() => next().missing).toBe(0);
    const { latest, earliest } = next();
    const arrived = () => helpMessages(providers, request).filter((received) => received.channel === channel);
    const isAccepted = fault === "accepted silently";
    expect(arrived().length > 0).toBe(isAccepted);
    await pause(Math.max(0, lengthOf(fault) - (Date.now() - brokeAt)));
    await wire.heal();
    const enough = family.helpers.length * (isAccepted ? 2 : 1);
    await expect.poll(() => arrived().length, { timeout: 120_000 }).toBeGreaterThanOrEqual(enough);
    const { missing: lost } = punctuality(providers, family, request, steps.slice(0, 1));
    print(`${channel} ${fault}`, { lost, "next step late by (s)": latest });
    expect(lost).toBe(0);
    expect(new Set(arrived().map(tagIn)).size).toBe(1);
    expect(latest).toBeLessThan(allowed);
    expect(earliest).toBeLessThan(1);
  });
});
