// Calendars at the size of a server that many families share.
import { setTimeout as pause } from "node:timers/promises";
import { Client } from "pg";
import { type Figure, median, quantile } from "./figures.ts";
import { homePaths } from "./home-reads.ts";
import type { Feeds } from "./processes/feeds.ts";
import { databaseUrl, type Porchlight } from "./processes/porchlight.ts";
import { answerOf, begin } from "./processes/task.ts";
import { commandOf, residentOf, withChildren } from "./processes/usage.ts";
import type { Visited, Visits } from "./processes/visits.ts";

const milliseconds = (values: readonly number[], share: number) => `${quantile(values, share).toFixed(1)} ms`;
const megabytes = (kB: number) => `${(kB / 1000).toFixed(0)} MB`;

async function withFeeds<Result>(order: Feeds, use: (port: number) => Promise<Result>): Promise<Result> {
  const feeds = begin("feeds.ts", order);
  try {
    return await use((await answerOf<{ port: number }>(feeds)).port);
  } finally {
    feeds.kill();
  }
}

async function withDatabase<Result>(
  folder: string,
  use: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client({ connectionString: await databaseUrl(folder) });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

/** Person 7n+2 is the admin of family n+1. */
async function follow({ port }: Porchlight, person: number, calendarUrl: string): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${port}/api/calendar-settings`, {
    method: "PUT",
    headers: { authorization: `Bearer bench-${person}`, "content-type": "application/json" },
    body: JSON.stringify({
      calendarUrl,
      showKidsEvents: true,
      showFamilyEvents: true,
      showAppointments: true,
    }),
  });
  if (response.status !== 200)
    throw new Error(`Following answered ${response.status}: ${await response.text()}`);
}

interface Peaks {
  server: number;
  parsers: number;
}

/** The most that the server and the parsers it runs have in memory, seen 50 times a second. */
function watchMemory(pid: number) {
  const peaks: Peaks = { server: 0, parsers: 0 };
  const look = setInterval(() => {
    const parsers = withChildren(pid).filter((child) => commandOf(child).includes("parser/main.ts"));
    peaks.server = Math.max(peaks.server, residentOf(pid));
    peaks.parsers = Math.max(peaks.parsers, ...parsers.map(residentOf));
  }, 20);
  return { peaks, stop: () => clearInterval(look) };
}

/** One calendar may have 5,000 events, so two families each follow one, at the same time. */
export async function imports(server: Porchlight): Promise<Figure[]> {
  const pid = server.child.pid ?? 0;
  const before = residentOf(pid);
  return await withFeeds({ events: 5_000 }, async (port) => {
    const memory = watchMemory(pid);
    const startedAt = performance.now();
    await Promise.all(
      [2, 9].map((person) => follow(server, person, `http://127.0.0.1:${port}/${person}.ics`)),
    );
    const seconds = (performance.now() - startedAt) / 1000;
    memory.stop();
    const { server: most, parsers } = memory.peaks;
    return [
      {
        name: "10,000 events imported",
        value: `${seconds.toFixed(2)} s`,
        note: "two calendars of 5,000, read at once",
      },
      {
        ...{ name: "the server's memory meanwhile", value: megabytes(most) },
        note: `RSS, ${megabytes(before)} before; the largest parser ${megabytes(parsers)}`,
      },
    ];
  });
}

const recurring = `
  insert into manual_events (family_id, title, starts_on_clock, ends_on_clock, location, recurrence, known_until)
  select 3, 'Event ' || n, start, start + interval '1 hour', 'At home',
    case when n % 250 = 0 then 'FREQ=DAILY' when n % 10 = 0 then 'FREQ=WEEKLY' when n % 3 = 0 then 'FREQ=MONTHLY'
      else 'FREQ=YEARLY' end, '-infinity'
  from generate_series(1, 5000) as n,
    lateral (select now()::date::timestamp - n % 364 * interval '1 day' + n % 20 * interval '1 hour' as start)`;

async function visit({ port }: Porchlight, order: Omit<Visits, "port">): Promise<readonly number[]> {
  const { waitsMs, failures } = await answerOf<Visited>(
    begin("visits.ts", { ...order, port } satisfies Visits),
  );
  if (failures) throw new Error(`${failures} reads failed.`);
  return waitsMs;
}

/** The third family's. */
export async function recurringDay(server: Porchlight, folder: string): Promise<Figure[]> {
  await withDatabase(folder, (client) => client.query(recurring));
  const day = { paths: ["/api/calendar-events"], people: [15, 16, 17], perSecond: 20 };
  const [counting = Number.NaN] = await visit(server, { ...day, visits: 1 });
  await withDatabase(folder, (client) => client.query("analyze"));
  await visit(server, { ...day, visits: 40 });
  const waits = await visit(server, { ...day, visits: 200 });
  const name = "the day of 5,000 events that repeat";
  return [
    { name: `${name}, p50`, value: milliseconds(waits, 0.5), note: "200 reads, 20 a second" },
    { name: `${name}, p99`, value: milliseconds(waits, 0.99) },
    {
      name: "the first read, which counts them",
      value: `${(counting / 1000).toFixed(1)} s`,
      note: "400 days ahead",
    },
  ];
}

const feedCount = 1_000;

/** A copy for each of a thousand families, all of them due. */
const copies = `
  insert into families (name, time_zone, country, created_at)
  select 'The Park family', 'America/New_York', 'US', now() from generate_series(1, ${feedCount} - 400);
  insert into feeds (family_id, purpose, sealed_url, name, category, digest, parsed_at, read_at, due_at)
  select f, 'local-events', sealed_url, name, category, digest, parsed_at, read_at, 'infinity'
  from feeds, generate_series(1, ${feedCount}) as f where family_id = 4;
  delete from feeds where family_id = 4 and purpose = 'calendar';
  analyze`;

const home = { paths: homePaths, people: Array.from({ length: 300 }, (_, at) => at + 30), perSecond: 25 };
/** Ten seconds of it. */
const aWhile = { ...home, visits: 250 };
const mostWhiles = 18;

const countOf = async (client: Client, which: string): Promise<number> =>
  (await client.query(`select count(*)::integer as count from feeds where ${which}`)).rows[0].count;

/** The server looks for what is due every half a minute. */
async function untilBegun(client: Client): Promise<void> {
  for (let look = 0; look < 600; look++) {
    if ((await countOf(client, "due_at <= now()")) < feedCount) return;
    await pause(100);
  }
  throw new Error("Nobody refreshes what is due.");
}

/** What people wait for while all feeds are read, and in how many seconds that is done. */
async function besideRefreshing(server: Porchlight, client: Client) {
  await client.query("update feeds set due_at = now(), read_at = 'epoch'");
  await untilBegun(client);
  const startedAt = performance.now();
  let seconds = Number.NaN;
  const watch = setInterval(async () => {
    if ((await countOf(client, "read_at = 'epoch'")) > 0) return;
    clearInterval(watch);
    seconds = (performance.now() - startedAt) / 1000;
  }, 500);
  const waits: number[] = [];
  for (let count = 0; count < mostWhiles && Number.isNaN(seconds); count++)
    waits.push(...(await visit(server, aWhile)));
  clearInterval(watch);
  if (Number.isNaN(seconds))
    throw new Error(`${await countOf(client, "read_at = 'epoch'")} feeds were not read.`);
  return { waits, seconds };
}

/** A thousand calendars of 50 events are read again, of which every tenth has changed. */
export async function refreshing(server: Porchlight, folder: string): Promise<Figure[]> {
  return await withFeeds({ events: 50 }, async (port) => {
    await follow(server, 23, `http://127.0.0.1:${port}/team.ics`);
    return await withDatabase(folder, async (client) => {
      await client.query(copies);
      await visit(server, aWhile);
      const before = await visit(server, aWhile);
      const { waits, seconds } = await besideRefreshing(server, client);
      const quiet = [...before, ...(await visit(server, aWhile))];
      const ratio = quantile(waits, 0.99) / quantile(quiet, 0.99);
      const name = "home read while 1,000 feeds are refreshed, p99";
      return [
        {
          name,
          value: milliseconds(waits, 0.99),
          note: `all of them in ${seconds.toFixed(0)} s; 25 homes a second`,
        },
        { name: "the same while nothing is", value: milliseconds(quiet, 0.99), note: "before and after" },
        {
          name: "one of the other",
          value: ratio.toFixed(2),
          aim: "1.1",
          note: `medians ${median(waits).toFixed(1)} and ${median(quiet).toFixed(1)} ms`,
        },
      ];
    });
  });
}
