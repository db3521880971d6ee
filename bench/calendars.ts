import type { ChildProcess } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import type { Client } from "pg";
import { type Figure, median, megabytes, milliseconds, quantile, spread } from "./figures.ts";
import { homePaths } from "./home-reads.ts";
import type { Feeds } from "./processes/feeds.ts";
import { type Porchlight, withDatabase } from "./processes/porchlight.ts";
import { nextMessage, startTask } from "./processes/task.ts";
import { commandOf, residentOf, watchPeak, withChildren } from "./processes/usage.ts";
import type { Visits, VisitsResult } from "./processes/visits.ts";
import { tokenOf } from "./processes/wire/connection.ts";

/** Serves calendars from a separate process while `use` runs. */
async function withFeedServer<Result>(order: Feeds, use: (port: number) => Promise<Result>): Promise<Result> {
  const feeds = startTask("feeds.ts", order);
  try {
    return await use((await nextMessage<{ port: number }>(feeds)).port);
  } finally {
    feeds.kill();
  }
}

/** Person 7n+2 is the admin of family n+1. */
async function subscribe({ port }: Porchlight, person: number, calendarUrl: string): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${port}/api/calendar-settings`, {
    method: "PUT",
    headers: { authorization: `Bearer ${tokenOf(person)}`, "content-type": "application/json" },
    body: JSON.stringify({
      calendarUrl,
      showKidsEvents: true,
      showFamilyEvents: true,
      showAppointments: true,
    }),
  });
  if (response.status !== 200)
    throw new Error(`Subscribing answered ${response.status}: ${await response.text()}`);
}

const largestParserOf = (pid: number): number =>
  Math.max(
    0,
    ...withChildren(pid)
      .filter((child) => commandOf(child).includes("parser/main.ts"))
      .map(residentOf),
  );

/** One calendar may have 5,000 events, so two families subscribe to one each, at the same time. */
export async function imports(server: Porchlight): Promise<Figure[]> {
  const pid = server.child.pid ?? 0;
  const before = residentOf(pid);
  return await withFeedServer({ events: 5_000 }, async (port) => {
    const memory = watchPeak(() => residentOf(pid));
    const parsers = watchPeak(() => largestParserOf(pid));
    const startedAt = performance.now();
    await Promise.all(
      [2, 9].map((person) => subscribe(server, person, `http://127.0.0.1:${port}/${person}.ics`)),
    );
    const seconds = (performance.now() - startedAt) / 1000;
    return [
      {
        name: "10,000 events imported",
        value: `${seconds.toFixed(2)} s`,
        note: "two calendars of 5,000, imported at the same time",
      },
      {
        name: "the server's peak memory during the import",
        value: megabytes(memory.stop()),
        note: `RSS, ${megabytes(before)} before; the largest parser ${megabytes(parsers.stop())}`,
      },
    ];
  });
}

/** All events belong to the third family. */
const events = `
  insert into manual_events (family_id, title, starts_on_clock, ends_on_clock, location, recurrence, expanded_until)
  select 3, 'Event ' || n, start, start + interval '1 hour', 'At home',
    case when n % 250 = 0 then 'FREQ=DAILY' when n % 10 = 0 then 'FREQ=WEEKLY' when n % 3 = 0 then 'FREQ=MONTHLY'
      else 'FREQ=YEARLY' end, '-infinity'
  from generate_series(1, 5000) as n,
    lateral (select now()::date::timestamp - n % 364 * interval '1 day' + n % 20 * interval '1 hour' as start)`;

async function visit({ port }: Porchlight, visits: number): Promise<readonly number[]> {
  const day = { paths: ["/api/calendar-events"], people: [15, 16, 17], perSecond: 20 };
  const { latenciesMs, failures } = await nextMessage<VisitsResult>(
    startTask("visits.ts", { ...day, port, visits } satisfies Visits),
  );
  if (failures) throw new Error(`${failures} reads failed.`);
  return latenciesMs;
}

export async function recurringDay(server: Porchlight, folder: string): Promise<Figure[]> {
  await withDatabase(folder, (client) => client.query(events));
  const [counting = Number.NaN] = await visit(server, 1);
  await withDatabase(folder, (client) => client.query("analyze"));
  await visit(server, 40);
  const latencies = await visit(server, 200);
  const name = "the day of a family with 5,000 repeating events";
  return [
    { name: `${name}, p50`, value: milliseconds(latencies, 0.5), note: "200 reads, 20 a second" },
    { name: `${name}, p99`, value: milliseconds(latencies, 0.99) },
    {
      name: "the first read, which expands the series",
      value: `${(counting / 1000).toFixed(1)} s`,
      note: "400 days ahead",
    },
  ];
}

const rounds = 16;
/** Three seconds' worth at the usual rate of eight a second. */
const feedsInRound = 25;
const quietMs = 3_000;
const timeoutMs = 30_000;

const untilDue = "update subscribed_calendars set due_at = 'infinity'; analyze";

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

/** Alternates quiet and busy phases, so that other load on the machine affects both alike. */
async function measure(homes: ChildProcess, client: Client): Promise<Round[]> {
  const measured: Round[] = [];
  for (let round = 0; round < rounds; round++) {
    await takeLatencies(homes);
    await pause(quietMs);
    const quiet = await takeLatencies(homes);
    await client.query(makeDue, [round]);
    await client.query("select pg_notify('due-work', 'subscribed-calendars')");
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
      goal: "1.1",
      note: `${spread(ratios, 2)} in ${ratios.length} rounds`,
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
    // Each has an address of its own, because families with the same address share a fetch.
    for (let family = 0; family < rounds * feedsInRound; family++)
      await subscribe(server, 7 * family + 2, `http://127.0.0.1:${port}/${family}.ics`);
    const homes = startTask("visits.ts", order);
    try {
      return await withDatabase(folder, async (client) => {
        await client.query(untilDue);
        return figuresOf(await measure(homes, client));
      });
    } finally {
      homes.kill();
    }
  });
}
