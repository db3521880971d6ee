import { setTimeout as pause } from "node:timers/promises";
import { beforeEach, expect, test } from "vitest";
import { inLong, lastMessageMs } from "#tests/support/long-form.ts";
import { print } from "./figures.ts";
import { countBy } from "./ledger.ts";
import { useDeployment } from "./outside/deployment.ts";
import { Family, helpMessages, type SentRequest, step, tagIn } from "./outside/family.ts";
import type { Fault } from "./outside/faults.ts";
import { combined, punctuality } from "./outside/punctuality.ts";

const deployment = useDeployment(2);

const [doomed, other] = [0, 1];
const steps = [step(0, "push"), step(3, "sms"), step(6, "email"), step(9, "call")];
const families = 12;
/** Spreads the requests, so that no more is due at once than this machine can send in a moment. */
const apart = 150;
/** The sum of a lease, a polling interval, and a failed try. */
const maxWaitMs = 60_000;

let last = 0;
let these: Family[] = [];
let asked: { family: Family; request: SentRequest }[] = [];
beforeEach(async () => {
  asked = [];
  these = Array.from({ length: families }, () => new Family(last++));
  for (const family of these) {
    await family.subscribe(deployment.port(other), deployment.providers);
    await family.plan(deployment.port(other), steps);
  }
});

const ask = async (family: Family, server: number) =>
  asked.push({ family, request: await family.ask(deployment.port(server)) });

const leased = `select count(*)::integer as count from messages
  where lease_until > now() and channel = 'sms'`;
const countOnTheWay = (): Promise<number> => countBy(deployment.folder, leased);

/** Lets only the server that will be killed claim the texts, and kills it while they are being sent. */
async function killOnTheWay(fault: Fault): Promise<void> {
  const { wires } = deployment.providers;
  deployment.signal(other, "SIGSTOP");
  try {
    await wires.sms.suffer(fault);
    await Promise.all(these.map((family) => ask(family, doomed)));
    await expect.poll(countOnTheWay, { interval: 20 }).toBe(families * 6);
    await deployment.kill(doomed);
    await wires.sms.heal();
  } finally {
    deployment.signal(other, "SIGCONT");
  }
}

/** In every second family somebody acknowledges a little later, by text or in the app. */
async function answerSome(byText: boolean): Promise<{ request: SentRequest; at: number }[]> {
  const answered = [];
  for (const [place, { family, request }] of asked.entries()) {
    if (place % 2 === 1) continue;
    if (byText && place % 4 === 0)
      expect(await family.answersByText(deployment.port(other), place % 6)).toContain("Thank you");
    else expect(await family.takes(deployment.port(other), place % 6, request)).toBe(true);
    answered.push({ request, at: Date.now() });
  }
  return answered;
}

/** Messages that still asked for help too long after an acknowledgement, with their channel. */
const late = (answered: readonly { request: SentRequest; at: number }[]): string[] =>
  answered.flatMap(({ request, at }) =>
    helpMessages(deployment.providers, request)
      .filter((received) => received.at > at + lastMessageMs)
      .map((received) => `${received.channel} after ${(received.at - at) / 1_000} s`),
  );

async function expectEverybodyNotified(what: string, byText = true): Promise<void> {
  const answered = await answerSome(byText);
  const open = asked.filter(({ request }) => !answered.some((one) => one.request === request));
  const found = () =>
    combined(open.map(({ family, request }) => punctuality(deployment.providers, family, request, steps)));
  await expect.poll(() => found().missing, { timeout: maxWaitMs, interval: 200 }).toBe(0);
  const { missing, repeats, earliest, latest } = found();
  print(`one of two servers killed, ${what}`, {
    missing,
    repeats,
    "latest (s)": latest,
    "after the yes": late(answered).length,
  });
  await deployment.start(doomed);
  expect(late(answered)).toEqual([]);
  expect(earliest).toBeLessThan(1);
}

test("texts that the killed server had not finished sending are sent by the other one", async () => {
  await killOnTheWay("hanging");
  await expectEverybodyNotified("texts on their way lost");
});

test.skipIf(inLong(0, 1) === 1)(
  "texts that the provider had already accepted are sent again with the same tag",
  async () => {
    await killOnTheWay("accepted silently");
    await expectEverybodyNotified("texts on their way accepted");
    for (const { request } of asked) {
      const texts = helpMessages(deployment.providers, request).filter(({ channel }) => channel === "sms");
      // Some requests were acknowledged before any text was sent.
      expect(new Set(texts.map(tagIn)).size).toBeLessThanOrEqual(1);
    }
  },
);

const rounds = Array.from({ length: inLong(6, 0) }, (_, round) => round);
test.each(rounds)("a kill at any moment of an escalation loses none of its steps (%i)", async (round) => {
  for (const [place, family] of these.entries()) {
    await ask(family, place % 2);
    await pause(apart);
  }
  await pause(Math.random() * 9_000);
  await deployment.kill(doomed);
  await expectEverybodyNotified(`at any moment (${round + 1})`, false);
});
