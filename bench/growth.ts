// Measures whether anything costs more when more families share the server: the same work for the same fifty
// families, beside 400, 20,000 and 200,000 others, in alternating rounds.
import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { multiplyFamilies } from "#tests/proof/plans/many-families.ts";
import { type Figure, median } from "./figures.ts";
import { measure } from "./home-reads.ts";
import {
  databaseUrl,
  newFolder,
  type Porchlight,
  removeFolder,
  seedFamilies,
  start,
  stop,
  withDatabase,
} from "./processes/porchlight.ts";
import { cpuSecondsOf, withChildren } from "./processes/usage.ts";
import { askForHelp, Connection } from "./processes/wire/connection.ts";

const sizes = [400, 20_000, 200_000];
const families = 50;
const rounds = 6;
const idleSeconds = 20;

export interface Grown {
  readonly size: number;
  readonly folder: string;
  readonly server: Porchlight;
}

async function grow(size: number): Promise<Grown> {
  const folder = newFolder();
  // Keeps no answers in memory, so that the database does the work that is measured.
  const server = await start(folder, undefined, { env: { KEPT_ANSWER_MEGABYTES: "0" } });
  await seedFamilies(folder, families);
  await multiplyFamilies(await databaseUrl(folder), size);
  return { size, folder, server };
}

async function homesPerSecond({ server }: Grown): Promise<number> {
  const { perSecond } = await measure({ port: server.port, pid: server.child.pid ?? 0 }, undefined, [
    "/api/home",
  ]);
  return perSecond;
}

const atOnce = 8;

/** Each of the fifty families asks once. */
async function asksPerSecond({ server }: Grown): Promise<number> {
  const asking = Array.from({ length: families }, (_, family) => askForHelp(family));
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      const connection = new Connection(server.port);
      for (let request = asking.pop(); request; request = asking.pop()) {
        const { status } = await connection.ask(request);
        if (status !== 201) throw new Error(`Asking for help answered ${status}.`);
      }
      connection.close();
    }),
  );
  return (families * 1000) / (performance.now() - startedAt);
}

const dueSteps = `select count(*)::integer as due from help_requests
  where family_id <= ${families} and next_step_at < now() + interval '1 second'`;

/** Makes the next steps of all open requests of the fifty families due at once, and waits until they have been taken. */
const stepsMs = ({ folder }: Grown): Promise<number> =>
  withDatabase(folder, async (client) => {
    const due = async () => (await client.query<{ due: number }>(dueSteps)).rows[0]?.due ?? 0;
    while ((await due()) > 0) await pause(50);
    const { rowCount } = await client.query(`
      with latest as (
        select family_id, max(id) as id from help_requests where family_id <= ${families} group by family_id
      )
      update help_requests r set next_step_at = now() from latest l
      where r.family_id = l.family_id and r.id = l.id and r.next_step_at is not null`);
    if (rowCount !== families) throw new Error(`${rowCount} of ${families} requests had a next step.`);
    const startedAt = performance.now();
    await client.query("select pg_notify('due-work', 'urgent-messages')");
    while ((await due()) > 0) await pause(1);
    return performance.now() - startedAt;
  });

/** Returns the CPU time in milliseconds that the server and the database use in a second in which nobody does anything. */
async function idleCpuMs(all: readonly Grown[]): Promise<number[]> {
  const pids = all.map(({ folder, server }) => {
    const postmaster = Number.parseInt(readFileSync(`${folder}/postgres/postmaster.pid`, "utf8"), 10);
    return [server.child.pid ?? 0, ...withChildren(postmaster)];
  });
  await pause(5_000);
  const before = pids.map((each) => each.map(cpuSecondsOf));
  await pause(idleSeconds * 1_000);
  return pids.map((each, index) => {
    const used = each.map((pid, place) => cpuSecondsOf(pid) - (before[index]?.[place] ?? 0));
    // A PostgreSQL process may have ended in the meantime.
    return (
      (used.filter((seconds) => seconds >= 0).reduce((sum, seconds) => sum + seconds, 0) * 1000) / idleSeconds
    );
  });
}

export interface Round {
  readonly homes: number;
  readonly asks: number;
  readonly steps: number;
}

export async function roundOf(grown: Grown): Promise<Round> {
  return {
    homes: await homesPerSecond(grown),
    asks: await asksPerSecond(grown),
    steps: await stepsMs(grown),
  };
}

/** The ratio of each size to the smallest is taken within a round. */
function figure(name: string, unit: string, values: readonly (readonly number[])[], goal = ""): Figure[] {
  const [smallest = []] = values;
  return values.map((ofSize, index) => {
    const ratios = ofSize.map((value, round) => value / (smallest[round] ?? Number.NaN));
    return {
      name: `${name}, ${sizes[index]} families`,
      value: `${median(ofSize).toFixed(1)} ${unit}`,
      note: `${median(ratios).toFixed(2)} of the first`,
      ...(index > 0 && { goal }),
    };
  });
}

export async function growth(): Promise<Figure[]> {
  const all: Grown[] = [];
  try {
    for (const size of sizes) all.push(await grow(size));
    const results = all.map((): Round[] => []);
    for (let round = 0; round <= rounds; round++)
      for (const [index, grown] of all.entries()) {
        const result = await roundOf(grown);
        // The first round warms up.
        if (round > 0) results[index]?.push(result);
      }
    const of = (key: keyof Round) => results.map((ofSize) => ofSize.map((each) => each[key]));
    return [
      ...figure("whole homes", "a second", of("homes")),
      ...figure("help requests, eight at once", "a second", of("asks"), "0.9"),
      ...figure("fifty due steps, with 20 ms until a worker looks", "ms", of("steps"), "1.3"),
      ...figure(
        "idle, CPU of server and database",
        "ms a second",
        (await idleCpuMs(all)).map((ms) => [ms]),
      ),
    ];
  } finally {
    for (const { server, folder } of all) {
      await stop(server);
      removeFolder(folder);
    }
  }
}
