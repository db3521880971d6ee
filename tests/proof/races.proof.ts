import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { inLong, lastMessageMs } from "#tests/support/long-form.ts";
import { print } from "./figures.ts";
import { useDeployment } from "./outside/deployment.ts";
import { Family, helpMessages, type SentRequest, step } from "./outside/family.ts";

const deployment = useDeployment(2);

const races = inLong(1_000, 100);
const atOnce = 10;
const stepAt = 1;

interface Ended {
  request: SentRequest;
  winners: number;
  at: number;
}

/** Two helpers acknowledge on two servers, at about the moment the texts are sent. */
async function race(family: Family): Promise<Ended> {
  const request = await family.ask(deployment.port(0));
  await pause(stepAt * 1_000 + Math.random() * 400);
  const takes = await Promise.all(
    [0, 1].map((place) => family.takes(deployment.port(place), place, request)),
  );
  return { request, winners: takes.filter(Boolean).length, at: Date.now() };
}

test(`in each of ${races} races to help on two servers exactly one person wins, and nobody is asked afterwards`, async () => {
  const families = Array.from({ length: Math.min(races, 400) }, (_, number) => new Family(number));
  for (const family of families) await family.plan(deployment.port(), [step(stepAt, "sms")]);
  const ended: Ended[] = [];
  while (ended.length < races) {
    const these = Array.from(
      { length: atOnce },
      (_, place) => families[(ended.length + place) % families.length],
    );
    ended.push(...(await Promise.all(these.flatMap((family) => (family ? [race(family)] : [])))));
  }
  await pause(4_000);
  const texts = ended.flatMap(({ request, at }) =>
    helpMessages(deployment.providers, request).map((received) => (received.at - at) / 1_000),
  );
  print("races to help", {
    races: ended.length,
    "with one winner": ended.filter(({ winners }) => winners === 1).length,
    texts: texts.length,
    "latest after the yes (s)": Math.max(0, ...texts),
  });
  expect(ended.filter(({ winners }) => winners !== 1)).toEqual([]);
  expect(texts.length).toBeGreaterThan(0);
  expect(texts.filter((late) => late * 1_000 > lastMessageMs)).toEqual([]);
});
