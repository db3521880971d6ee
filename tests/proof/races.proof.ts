import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { inLong, lastMessageMs } from "../support/long-form.ts";
import { print } from "./figures.ts";
import { askings, Family, step, type Wish } from "./outside/family.ts";
import { useHouse } from "./outside/house.ts";

const house = useHouse(2);

const races = inLong(1_000, 100);
const atOnce = 10;
const stepAt = 1;

interface Ended {
  wish: Wish;
  winners: number;
  at: number;
}

/** Two of the family say yes on two servers, at about the moment at which the texts leave. */
async function race(family: Family): Promise<Ended> {
  const wish = await family.ask(house.port(0));
  await pause(stepAt * 1_000 + Math.random() * 400);
  const takes = await Promise.all([0, 1].map((place) => family.takes(house.port(place), place, wish)));
  return { wish, winners: takes.filter(Boolean).length, at: Date.now() };
}

test(`of ${races} races to help on two servers each has one winner, and nobody is asked after it`, async () => {
  const families = Array.from({ length: Math.min(races, 400) }, (_, number) => new Family(number));
  for (const family of families) await family.plan(house.port(), [step(stepAt, "sms")]);
  const ended: Ended[] = [];
  while (ended.length < races) {
    const these = Array.from(
      { length: atOnce },
      (_, place) => families[(ended.length + place) % families.length],
    );
    ended.push(...(await Promise.all(these.flatMap((family) => (family ? [race(family)] : [])))));
  }
  await pause(4_000);
  const texts = ended.flatMap(({ wish, at }) =>
    askings(house.providers, wish).map((received) => (received.at - at) / 1_000),
  );
  print("races to help", {
    ...{ races: ended.length, "with one winner": ended.filter(({ winners }) => winners === 1).length },
    ...{ texts: texts.length, "latest after the yes (s)": Math.max(0, ...texts) },
  });
  expect(ended.filter(({ winners }) => winners !== 1)).toEqual([]);
  expect(texts.length).toBeGreaterThan(0);
  expect(texts.filter((late) => late * 1_000 > lastMessageMs)).toEqual([]);
});
