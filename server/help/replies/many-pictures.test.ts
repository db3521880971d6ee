import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { quantile } from "#bench/figures.ts";
import { getFamily } from "#contract/families.ts";
import { addPicture } from "#contract/help/replies.ts";
import { askForHelp } from "#contract/help/requests.ts";
import { measureSlowdown } from "#tests/support/busy-machine.ts";
import { type Person, reyesFamily } from "#tests/support/people.ts";
import { photo } from "#tests/support/photos.ts";
import { useServer } from "#tests/support/server.ts";

const server = useServer({ limits: { requestsPerSession: 1_000_000 } });

const requests = 20;
const picturesOfEach = 5;
const megabyte = 1024 * 1024;

/** How long somebody else waits for an answer, again and again until the work is done. */
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

test("100 pictures at once all arrive, in bounded memory, and others wait for less than 200 ms", async () => {
  const { rose } = await reyesFamily(server());
  const { anna: other } = await reyesFamily(server());
  const upload = await photo({ width: 1_200, height: 900, isNoisy: true });
  const ids: number[] = [];
  for (let count = 0; count < requests; count++)
    ids.push((await rose.client.call(askForHelp, { body: { text: "My TV is blue." } })).id);
  const send = (id: number, place: number) => {
    const headers = { "idempotency-key": `picture ${place}` };
    return rose.client.ask(addPicture, { params: { id }, headers, upload });
  };
  let peak = process.memoryUsage().rss;
  const before = peak;
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss);
  }, 20);
  const slowdown = measureSlowdown();
  const sent = ids.flatMap((id) => Array.from({ length: picturesOfEach }, (_, place) => send(id, place)));
  const all = Promise.all(sent);
  const times = await readMeanwhile(other, all);
  clearInterval(watch);
  const statuses = (await all).map(({ status }) => status);
  expect(statuses).toEqual(Array(requests * picturesOfEach).fill(201));
  // The test's own copies of the pictures are part of this.
  expect(peak - before).toBeLessThan(300 * megabyte);
  expect(times.length).toBeGreaterThan(20);
  expect(quantile(times, 0.99) / slowdown()).toBeLessThan(200);
}, 60_000);
