import type { ChildProcess } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import type { Client } from "pg";
import { type Figure, median, milliseconds, quantile, spread } from "../figures.ts";
import { homePaths } from "../home-reads.ts";
import { type Porchlight, withDatabase } from "../processes/porchlight.ts";
import { answerOf, begin } from "../processes/task.ts";
import type { Visited, Visits } from "../processes/visits.ts";
import { follow, withFeeds } from "./following.ts";

const rounds = 16;
/** Together 400 of the thousand, as fast as a thousand in two minutes. */
const feedsInRound = 25;
const quietMs = 3_000;
const timeoutMs = 30_000;

/** A copy for each of a thousand families. */
const copies = `
  insert into feeds (family_id, purpose, sealed_url, name, category, digest, parsed_at, read_at, due_at)
  select f, 'local-events', sealed_url, name, category, digest, parsed_at, read_at, 'infinity'
  from feeds, generate_series(1, 1000) as f where family_id = 4;
  delete from feeds where family_id = 4 and purpose = 'calendar';
  analyze`;

const makeDue = `update feeds set due_at = now(), read_at = 'epoch'
  where (family_id - 1) / ${feedsInRound} = $1`;
const countUnread = "select count(*)::integer as count from feeds where read_at = 'epoch'";

/** Whatever home's reads took since the last time. */
async function waitsOf(homes: ChildProcess): Promise<readonly number[]> {
  homes.send("so far");
  const { waitsMs, failures } = await answerOf<Visited>(homes);
  if (failures) throw new Error(`${failures} reads failed.`);
  return waitsMs;
}

async function untilAllRead(client: Client): Promise<void> {
  const end = performance.now() + timeoutMs;
  while (performance.now() < end) {
    if ((await client.query(countUnread)).rows[0].count === 0) return;
    await pause(100);
  }
  throw new Error("Nobody refreshes what is due.");
}

interface Round {
  readonly quiet: readonly number[];
  readonly meanwhile: readonly number[];
}

const claimed = "select from jobs where name = 'refresh-feeds' and due_at > now()";

/** Makes the job due and waits until the server has claimed it, which may take as long as it waits between two looks. */
async function startJob(client: Client): Promise<void> {
  await client.query("update jobs set due_at = now() where name = 'refresh-feeds'");
  while ((await client.query(claimed)).rowCount === 0) await pause(10);
}

/** In turn, so that whatever else the machine does meets both alike. */
async function measure(homes: ChildProcess, client: Client): Promise<Round[]> {
  const measured: Round[] = [];
  for (let round = 0; round < rounds; round++) {
    await waitsOf(homes);
    await pause(quietMs);
    const quiet = await waitsOf(homes);
    await client.query(makeDue, [round]);
    await startJob(client);
    await waitsOf(homes);
    await untilAllRead(client);
    measured.push({ quiet, meanwhile: await waitsOf(homes) });
  }
  return measured;
}

function figuresOf(measured: readonly Round[]): Figure[] {
  const p99 = (waits: readonly number[]) => quantile(waits, 0.99);
  const ratios = measured.map(({ quiet, meanwhile }) => p99(meanwhile) / p99(quiet));
  const [quiet, meanwhile] = [
    measured.flatMap((each) => each.quiet),
    measured.flatMap((each) => each.meanwhile),
  ];
  const medians = `${milliseconds(meanwhile, 0.5)} and ${milliseconds(quiet, 0.5)}`;
  return [
    {
      name: "home read while feeds are refreshed, of a quiet one, p99",
      value: median(ratios).toFixed(2),
      ...{ aim: "1.1", note: `${spread(ratios, 2)} in ${ratios.length} rounds` },
    },
    {
      name: "of all rounds together",
      value: (p99(meanwhile) / p99(quiet)).toFixed(2),
      note: `p99 ${milliseconds(meanwhile, 0.99)} and ${milliseconds(quiet, 0.99)}, medians ${medians}`,
    },
  ];
}

/** Calendars of 50 events are read again, of which every tenth has changed, while homes are opened. */
export async function refreshing(server: Porchlight, folder: string): Promise<Figure[]> {
  const people = Array.from({ length: 300 }, (_, at) => at + 30);
  const order: Visits = { port: server.port, paths: homePaths, people, perSecond: 25 };
  return await withFeeds({ events: 50 }, async (port) => {
    await follow(server, 23, `http://127.0.0.1:${port}/team.ics`);
    const homes = begin("visits.ts", order);
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
