// What 100 uploads at once cost the server, and everybody else.
// @module-tag extended
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { quantile } from "#bench/figures.ts";
import { getFamily } from "#contract/families.ts";
import { addPicture, addVoiceMessage } from "#contract/help/replies.ts";
import { askForHelp } from "#contract/help/requests.ts";
import { measureSlowdown } from "#tests/support/busy-machine.ts";
import { type Person, reyesFamily } from "#tests/support/people.ts";
import { photo } from "#tests/support/photos.ts";
import { recording } from "#tests/support/recordings.ts";
import { useServer } from "#tests/support/server.ts";

const server = useServer({ limits: { requestsPerSession: 1_000_000 } });

const requests = 20;
const filesOfEach = 5;
const megabyte = 1024 * 1024;

/** Reads again and again until the work is done, and returns how long somebody else waited each time. */
async function readMeanwhile({ client }: Person, work: Promise<unknown>): Promise<number[]> {
  let isDone = false;
  const end = work.finally(() => {
    isDone = true;
  });
  const times: number[] = [];
  while (!isDone) {
    const start = performance.now();
    await client.call(getFamily);
    times.push(performance.now() - start);
    await pause(5);
  }
  await end;
  return times;
}

type Send = (rose: Person, id: number, place: number) => Promise<{ readonly status: number }>;

/** Sends as many files as some requests may have, all at once. The test's own copies are part of the measured memory. */
async function sendAtOnce(send: Send, maxMegabytes: number): Promise<void> {
  const { rose } = await reyesFamily(server());
  const { anna: other } = await reyesFamily(server());
  const ids: number[] = [];
  for (let count = 0; count < requests; count++)
    ids.push((await rose.client.call(askForHelp, { body: { text: "My TV is blue." } })).id);
  let peak = process.memoryUsage().rss;
  const before = peak;
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss);
  }, 20);
  const slowdown = measureSlowdown();
  const sent = ids.flatMap((id) => Array.from({ length: filesOfEach }, (_, place) => send(rose, id, place)));
  const all = Promise.all(sent);
  const times = await readMeanwhile(other, all);
  clearInterval(watch);
  const statuses = (await all).map(({ status }) => status);
  expect(statuses).toEqual(Array(requests * filesOfEach).fill(201));
  expect(peak - before).toBeLessThan(maxMegabytes * megabyte);
  expect(times.length).toBeGreaterThan(20);
  expect(quantile(times, 0.99) / slowdown()).toBeLessThan(200);
}

const partsOf = (id: number, place: number) => ({
  params: { id },
  headers: { "idempotency-key": `file ${place}` },
});

test("100 pictures at once all arrive, in bounded memory, and others wait for less than 200 ms", async () => {
  const upload = await photo({ width: 1_200, height: 900, isNoisy: true });
  await sendAtOnce(({ client }, id, place) => client.ask(addPicture, { ...partsOf(id, place), upload }), 300);
}, 180_000);

test("100 voice messages at once all arrive, in bounded memory, and others wait for less than 200 ms", async () => {
  const upload = recording(2);
  await sendAtOnce(
    ({ client }, id, place) => client.ask(addVoiceMessage, { ...partsOf(id, place), upload }),
    150,
  );
}, 180_000);
