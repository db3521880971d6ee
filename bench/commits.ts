// How many commits PostgreSQL takes a second when each publishes by NOTIFY, by a logical message, or not at all.
import { Client } from "pg";
import { startEmbedded } from "#server/platform/db/embedded.ts";
import { type Figure, median } from "./figures.ts";
import { newFolder, removeFolder } from "./processes/porchlight.ts";

const atOnce = [1, 8, 32];
const rounds = 6;
const roundMs = 500;

const publishing = {
  "INSERT and NOTIFY": "pg_notify('live', payload)",
  "INSERT and pg_logical_emit_message": "pg_logical_emit_message(true, 'live', payload)",
  "INSERT alone": "payload",
};

const storing = (publish: string) => `with stored as (
    insert into commits (payload) values ('{"familyId":1,"events":["help-requests"]}') returning payload
  ) select ${publish} from stored`;

async function connectTo(connectionString: string): Promise<Client> {
  const client = new Client({ connectionString });
  await client.connect();
  return client;
}

async function commitsPerSecond(clients: readonly Client[], text: string): Promise<number> {
  const startedAt = performance.now();
  let commits = 0;
  await Promise.all(
    clients.map(async (client) => {
      while (performance.now() - startedAt < roundMs) {
        await client.query(text);
        commits += 1;
      }
    }),
  );
  return (commits * 1_000) / (performance.now() - startedAt);
}

/** Returns the commits per second of each way to publish, measured in alternating rounds. */
async function compare(clients: readonly Client[]): Promise<number[][]> {
  const results = Object.keys(publishing).map((): number[] => []);
  for (let round = 0; round <= rounds; round += 1)
    for (const [index, publish] of Object.values(publishing).entries()) {
      const perSecond = await commitsPerSecond(clients, storing(publish));
      // The first round warms up.
      if (round > 0) results[index]?.push(perSecond);
    }
  return results;
}

function figures(count: number, results: readonly (readonly number[])[]): Figure[] {
  const [notified = []] = results;
  return Object.keys(publishing).map((name, index) => {
    const found = results[index] ?? [];
    const ratios = found.map((perSecond, round) => perSecond / (notified[round] ?? Number.NaN));
    return {
      name: `${name}, ${count} at once`,
      value: `${median(found).toFixed(0)} a second`,
      note: `${median(ratios).toFixed(2)} of NOTIFY in the same round`,
    };
  });
}

async function measureOn(url: string): Promise<Figure[]> {
  const clients = await Promise.all(Array.from({ length: Math.max(...atOnce) }, () => connectTo(url)));
  await clients[0]?.query("create table commits (id bigint generated always as identity, payload text)");
  const listener = await connectTo(url);
  await listener.query("listen live");
  const found: Figure[] = [];
  for (const count of atOnce) found.push(...figures(count, await compare(clients.slice(0, count))));
  for (const client of [...clients, listener]) await client.end();
  return found;
}

export async function commits(): Promise<Figure[]> {
  const folder = newFolder();
  const cluster = await startEmbedded(folder);
  try {
    return await measureOn(cluster.url);
  } finally {
    await cluster.stop();
    removeFolder(folder);
  }
}
