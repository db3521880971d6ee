import { setTimeout as pause } from "node:timers/promises";
import { beforeEach, expect, test } from "vitest";
import { inLong, lastMessageMs } from "../support/long-form.ts";
import { print } from "./figures.ts";
import { countBy } from "./ledger.ts";
import { askings, Family, step, tagIn, type Wish } from "./outside/family.ts";
import type { Fault } from "./outside/faults.ts";
import { useHouse } from "./outside/house.ts";
import { combined, punctuality } from "./outside/punctuality.ts";

const house = useHouse(2);

const [doomed, other] = [0, 1];
const steps = [step(0, "push"), step(3, "sms"), step(6, "email"), step(9, "push")];
const families = 12;
/** So that what leaves at one time is no more than such a machine sends in a moment. */
const apart = 150;
/** A lease, a look, and a try that failed. */
const maxWaitMs = 60_000;

let last = 0;
let these: Family[] = [];
let asked: { family: Family; wish: Wish }[] = [];
beforeEach(async () => {
  asked = [];
  these = Array.from({ length: families }, () => new Family(last++));
  for (const family of these) {
    await family.subscribe(house.port(other), house.providers);
    await family.plan(house.port(other), steps);
  }
});

const ask = async (family: Family, server: number) =>
  asked.push({ family, wish: await family.ask(house.port(server)) });

const leased = `select count(*)::integer as count from messages
  where lease_until > now() and channel = 'sms'`;
const countOnTheWay = (): Promise<number> => countBy(house.folder, leased);

/** The doomed server alone takes the texts; it dies while each of them is on its way. */
async function killOnTheWay(fault: Fault): Promise<void> {
  const { wires } = house.providers;
  house.signal(other, "SIGSTOP");
  try {
    await wires.sms.suffer(fault);
    await Promise.all(these.map((family) => ask(family, doomed)));
    await expect.poll(countOnTheWay, { interval: 20 }).toBe(families * 6);
    await house.kill(doomed);
    await wires.sms.heal();
  } finally {
    house.signal(other, "SIGCONT");
  }
}

/** Every second family has its yes a little later, by a text or in the app. */
async function answerSome(byText: boolean): Promise<{ wish: Wish; at: number }[]> {
  const answered = [];
  for (const [place, { family, wish }] of asked.entries()) {
    if (place % 2 === 1) continue;
    if (byText && place % 4 === 0)
      expect(await family.answersByText(house.port(other), place % 6)).toContain("Thank you");
    else expect(await family.takes(house.port(other), place % 6, wish)).toBe(true);
    answered.push({ wish, at: Date.now() });
  }
  return answered;
}

/** By which ways, and how many seconds after the yes, somebody was still asked. */
const late = (answered: readonly { wish: Wish; at: number }[]): string[] =>
  answered.flatMap(({ wish, at }) =>
    askings(house.providers, wish)
      .filter((received) => received.at > at + lastMessageMs)
      .map((received) => `${received.channel} after ${(received.at - at) / 1_000} s`),
  );

async function everybodyIsTold(what: string, byText = true): Promise<void> {
  const answered = await answerSome(byText);
  const open = asked.filter(({ wish }) => !answered.some((one) => one.wish === wish));
  const found = () =>
    combined(open.map(({ family, wish }) => punctuality(house.providers, family, wish, steps)));
  await expect.poll(() => found().missing, { timeout: maxWaitMs, interval: 200 }).toBe(0);
  const { missing, repeats, earliest, latest } = found();
  print(`one of two servers killed, ${what}`, {
    ...{ missing, repeats, "latest (s)": latest },
    "after the yes": late(answered).length,
  });
  await house.start(doomed);
  expect(late(answered)).toEqual([]);
  expect(earliest).toBeLessThan(1);
}

test("texts that never left the server that was killed are sent by the other one", async () => {
  await killOnTheWay("hanging");
  await everybodyIsTold("texts on their way lost");
});

test.skipIf(inLong(0, 1) === 1)(
  "texts that had been taken come a second time, with the same tag",
  async () => {
    await killOnTheWay("taken in silence");
    await everybodyIsTold("texts on their way taken");
    for (const { wish } of asked) {
      const texts = askings(house.providers, wish).filter(({ channel }) => channel === "sms");
      // Of some that were answered no text had left at all.
      expect(new Set(texts.map(tagIn)).size).toBeLessThanOrEqual(1);
    }
  },
);

const rounds = Array.from({ length: inLong(6, 0) }, (_, round) => round);
test.each(rounds)(
  "killed at any moment of an escalation, none of its steps is missing (%i)",
  async (round) => {
    for (const [place, family] of these.entries()) {
      await ask(family, place % 2);
      await pause(apart);
    }
    await pause(Math.random() * 9_000);
    await house.kill(doomed);
    await everybodyIsTold(`at any moment (${round + 1})`, false);
  },
);
