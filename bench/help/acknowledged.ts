import { Client } from "pg";
import { type Figure, median } from "../figures.ts";
import { databaseUrl, type Porchlight } from "../processes/porchlight.ts";
import { askForHelp, Connection } from "../processes/wire/connection.ts";

const atOnce = [1, 8, 32];
const rounds = 6;
const roundMs = 1_000;
const families = 400;

type Ask = () => Promise<void>;

/** How often all of them together ask in a second. Each asks again as soon as it has its answer. */
async function perSecond(asking: readonly Ask[]): Promise<number> {
  const startedAt = performance.now();
  let answered = 0;
  await Promise.all(
    asking.map(async (ask) => {
      while (performance.now() - startedAt < roundMs) {
        await ask();
        answered += 1;
      }
    }),
  );
  return (answered * 1_000) / (performance.now() - startedAt);
}

let asked = 0;

function byHttp(connection: Connection): Ask {
  return async () => {
    asked += 1;
    const { status } = await connection.ask(askForHelp(asked % families));
    if (status !== 201) throw new Error(`Asking for help answered ${status}.`);
  };
}

export const createTable =
  "create table bench_requests (id bigint generated always as identity, payload text)";

/** The least that storing and publishing a request takes. */
export const insert = {
  name: "insert",
  text: `with stored as (insert into bench_requests (payload) values ($1) returning payload)
    select pg_notify('live', payload) from stored`,
};

const payload = '{"familyId":1,"events":["help-requests"]}';

async function connectTo(connectionString: string): Promise<Client> {
  const client = new Client({ connectionString });
  await client.connect();
  return client;
}

function figure(count: number, ours: readonly number[], floor: readonly number[]): Figure {
  const ratios = ours.map((value, round) => value / (floor[round] ?? Number.NaN));
  return {
    name: `help requests acknowledged, ${count} at once, relative to INSERT and NOTIFY`,
    value: median(ratios).toFixed(2),
    goal: "0.5",
    note: `${median(ours).toFixed(0)} a second against ${median(floor).toFixed(0)}`,
  };
}

async function askByHttp(port: number, count: number): Promise<number> {
  // The server has closed connections that were idle for the rounds before.
  const connections = Array.from({ length: count }, () => new Connection(port));
  const answered = await perSecond(connections.map(byHttp));
  for (const connection of connections) connection.close();
  return answered;
}

const insertBy =
  (client: Client): Ask =>
  async () =>
    void (await client.query({ ...insert, values: [payload] }));

/** Help requests that get their 201 in a second, and the least that storing and publishing one takes, in alternating rounds. */
export async function acknowledged({ port }: Porchlight, folder: string): Promise<Figure[]> {
  const url = await databaseUrl(folder);
  const clients = await Promise.all(Array.from({ length: Math.max(...atOnce) }, () => connectTo(url)));
  await clients[0]?.query(createTable);
  const found: Figure[] = [];
  for (const count of atOnce) {
    const [ours, floor]: [number[], number[]] = [[], []];
    for (let round = 0; round <= rounds; round += 1) {
      const here = await askByHttp(port, count);
      const there = await perSecond(clients.slice(0, count).map(insertBy));
      // The first round warms up.
      if (round > 0) ours.push(here);
      if (round > 0) floor.push(there);
    }
    found.push(figure(count, ours, floor));
  }
  for (const client of clients) await client.end();
  return found;
}
