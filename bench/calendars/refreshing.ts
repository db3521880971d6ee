import type { ChildProcess } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import type { Client } from "pg";
import { type Figure, median, milliseconds, quantile, spread } from "../figures.ts";
import { homePaths } from "../home-reads.ts";
import { type Porchlight, withDatabase } from "../processes/porchlight.ts";
import { nextMessage, startTask } from "../processes/task.ts";
import type { Visits, VisitsResult } from "../processes/visits.ts";
import { subscribe, withFeedServer } from "./subscribing.ts";

const rounds = 16;
/** Sixteen rounds of 25 refresh 400 of the thousand feeds, at the rate of a thousand in two minutes. */
const feedsInRound = 25;
const quietMs = 3_000;
const timeoutMs = 30_000;

/** Gives each of a thousand families a copy of the feed. */
const copies = `
  insert into subscribed_calendars (family_id, purpose, sealed_url, name, category, digest, parsed_at, fetched_at, due_at)
  select f, 'local-events', sealed_url, name, category, digest, parsed_at, fetched_at, 'infinity'
  from subscribed_calendars, generate_series(1, 1000) as f where family_id = 4;
  delete from subscribed_calendars where family_id = 4 and purpose = 'calendar';
  analyze`;

const makeDue = `update subscribed_calendars set due_at = now(), fetched_at = 'epoch'
  where (family_id - 1) / ${feedsInRound} = $1`;
const countUnrefreshed =
  "select count(*)::integer as count from subscribed_calendars where fetched_at = 'epoch'";

/** Returns how long home's reads took since the last call. */
async function takeLatencies(homes: ChildProcess): Promise<readonly number[]> {
  homes.send("so far");
  const { latenciesMs, failures } = await nextMessage<VisitsResult>(homes);
  if (failures) throw new Error(`${failures} reads failed.`);
  return latenciesMs;
}

async function waitForAllRefreshed(client: Client): Promise<void> {
  const end = performance.now() + timeoutMs;
  while (performance.now() < end) {
    if ((await client.query(countUnrefreshed)).rows[0].count === 0) return;
    await pause(100);
  }
  throw new Error("The feeds that are due were not refreshed in time.");
}

interface Round {
  readonly quiet: readonly number[];
  readonly duringRefresh: readonly number[];
}

const claimed = "select from jobs where name = 'refresh-feeds' and due_at > now()";

/**
 * Makes the job due and waits until the server claims it, which can take as long as the job's polling
 * interval.
 */
async function startJob(client: Client): Promise<void> {
  await client.query("update jobs set due_at = now() where name = 'refresh-feeds'");
  while ((await client.query(claimed)).rowCount === 0) await pause(10);
}

/** Alternates quiet and busy phases, so that other load on the machine affects both alike. */
async function measure(homes: ChildProcess, client: Client): Promise<Round[]> {
  const measured: Round[] = [];
  for (let round = 0; round < rounds; round++) {
    await takeLatencies(homes);
    await pause(quietMs);
    const quiet = await takeLatencies(homes);
    await client.query(makeDue, [round]);
    await startJob(client);
    await takeLatencies(homes);
    await waitForAllRefreshed(client);
    measured.push({ quiet, duringRefresh: await takeLatencies(homes) });
  }
  return measured;
}

function figuresOf(measured: readonly Round[]): Figure[] {
  const p99 = (latencies: readonly number[]) => quantile(latencies, 0.99);
  const ratios = measured.map(({ quiet, duringRefresh }) => p99(duringRefresh) / p99(quiet));
  const [quiet, duringRefresh] = [
    measured.flatMap((each) => each.quiet),
    measured.flatMap((each) => each.duringRefresh),
  ];
  const medians = `${milliseconds(duringRefresh, 0.5)} and ${milliseconds(quiet, 0.5)}`;
  return [
    {
      name: "home read while feeds are refreshed, relative to a quiet server, p99",
      value: median(ratios).toFixed(2),
      ...{ aim: "1.1", note: `${spread(ratios, 2)} in ${ratios.length} rounds` },
    },
    {
      name: "the same over all rounds together",
      value: (p99(duringRefresh) / p99(quiet)).toFixed(2),
      note: `p99 ${milliseconds(duringRefresh, 0.99)} and ${milliseconds(quiet, 0.99)}, medians ${medians}`,
    },
  ];
}

/** Refreshes calendars of 50 events, a tenth of which have changed, while people open their homes. */
export async function refreshing(server: Porchlight, folder: string): Promise<Figure[]> {
  const people = Array.from({ length: 300 }, (_, at) => at + 30);
  const order: Visits = { port: server.port, paths: homePaths, people, perSecond: 25 };
  return await withFeedServer({ events: 50 }, async (port) => {
    await subscribe(server, 23, `http://127.0.0.1:${port}/team.ics`);
    const homes = startTask("visits.ts", order);
    try {
      return await withDatabase(folder, async (client) => {
        await client.query(copies);
        return figuresOf(await measure(homes, client));
      });
    } finally {
      homes.kill();
    }
  });
}
