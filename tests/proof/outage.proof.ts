import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { channels } from "#contract/channels.ts";
import { minuteMs } from "#contract/durations.ts";
import { inLong } from "#tests/support/long-form.ts";
import { print, secondsSince } from "./figures.ts";
import { countBy } from "./ledger.ts";
import { useDeployment } from "./outside/deployment.ts";
import { Family, helpMessages } from "./outside/family.ts";

const deployment = useDeployment();

/** How each provider fails in the meantime. */
const outages = {
  push: "refused",
  ntfy: "busy",
  apprise: "failing",
  sms: "hanging",
  email: "failing",
  call: "busy",
} as const;

const minutes = 30;
const allowed = 120;

const waiting = "select count(*)::integer as count from messages where kind = 'help' and state = 'WAITING'";
const countWaiting = (): Promise<number> => countBy(deployment.folder, waiting);

/** The most messages that arrived within one second. */
function fastest(times: readonly number[]): number {
  const inSeconds = Map.groupBy(times, (at) => Math.floor(at / 1_000));
  return Math.max(0, ...[...inSeconds.values()].map(({ length }) => length));
}

test.skipIf(inLong(0, 1) === 1)(
  `with all providers down for ${minutes} minutes nothing is lost, and all messages are sent within ${allowed} s of their return`,
  { timeout: (minutes + 5) * minuteMs },
  async () => {
    const { providers } = deployment;
    const { wires } = providers;
    const families = Array.from({ length: 40 }, (_, number) => new Family(number));
    for (const family of families) await family.subscribe(deployment.port(), providers);
    await Promise.all(channels.map((channel) => wires[channel].suffer(outages[channel])));
    const requests = await Promise.all(families.map((family) => family.ask(deployment.port())));
    await pause(minutes * minuteMs);
    const held = await countWaiting();
    await Promise.all(channels.map((channel) => wires[channel].heal()));
    const backAt = performance.now();
    await expect.poll(countWaiting, { timeout: 20 * minuteMs, interval: 500 }).toBe(0);
    const drained = secondsSince(backAt);
    const received = requests.map((request) => helpMessages(providers, request));
    const expected = 6 * channels.length;
    const lost = received.filter(
      (all) => new Set(all.map(({ person, channel }) => `${person} ${channel}`)).size < expected,
    );
    const most = fastest(received.flat().map(({ at }) => at));
    print("all down for half an hour", {
      held,
      lost: lost.length,
      "drained after (s)": drained,
      "most in a second": most,
    });
    expect(held).toBeGreaterThanOrEqual(families.length * expected);
    expect(lost).toEqual([]);
    expect(drained).toBeLessThan(allowed);
  },
);
