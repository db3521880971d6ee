import { type Figure, milliseconds } from "../figures.ts";
import { type Porchlight, withDatabase } from "../processes/porchlight.ts";
import { nextMessage, startTask } from "../processes/task.ts";
import type { Visits, VisitsResult } from "../processes/visits.ts";

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
