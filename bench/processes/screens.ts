// Many open screens, and grandmothers who ask for help: how long until the last screen of the family has heard.
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { Client } from "pg";
import { answer, orderOf } from "./task.ts";
import { comeBack } from "./wire/coming-back.ts";
import { Connection } from "./wire/connection.ts";
import { Household } from "./wire/household.ts";
import { askForHelp, othersOf } from "./wire/requests.ts";

export interface Screens {
  readonly port: number;
  readonly databaseUrl: string;
  readonly screens: number;
  readonly requests: number;
  /** How many of them come back at once in the end. */
  readonly returning: number;
}

export interface Heard {
  /** For each request, from sending it until the database has it, the last of six screens has heard, and the 201. */
  readonly committedMs: readonly number[];
  readonly heardMs: readonly number[];
  readonly answeredMs: readonly number[];
  readonly failures: number;
}

const { port, databaseUrl, screens, requests, returning } = orderOf<Screens>();
const households = Array.from(
  { length: Math.floor(screens / othersOf) },
  (_, family) => new Household(port, family),
);

async function open(some: readonly Household[]): Promise<void> {
  for (const household of some) await household.open();
}

/** PostgreSQL tells its listeners at the commit: as early as anybody outside can know of it. */
async function watchCommits(): Promise<Client> {
  const watcher = new Client({ connectionString: databaseUrl });
  await watcher.connect();
  await watcher.query("listen live");
  return watcher;
}

const within = (moment: Promise<number>) => Promise.race([moment, pause(2_000, Number.NaN, { ref: false })]);

async function askOnce(connection: Connection, watcher: Client, household: Household) {
  const committed = new Promise<number>((resolve) => {
    watcher.once("notification", () => resolve(performance.now()));
  });
  const lastHeard = household.allHear();
  const sentAt = performance.now();
  const { status } = await connection.ask(askForHelp(household.family));
  const answeredAt = performance.now();
  const heardAt = await within(lastHeard);
  const committedAt = Math.min(await within(committed), answeredAt);
  return {
    committedMs: committedAt - sentAt,
    heardMs: heardAt - sentAt,
    answeredMs: answeredAt - sentAt,
    isFailed: status !== 201 || Number.isNaN(heardAt - committedAt),
  };
}

async function askInTurn(): Promise<Heard> {
  const connection = new Connection(port);
  const watcher = await watchCommits();
  const results: Awaited<ReturnType<typeof askOnce>>[] = [];
  for (let count = 0; count < requests; count++) {
    const household = households[(count * 7) % households.length];
    if (household) results.push(await askOnce(connection, watcher, household));
    await pause(5);
  }
  await watcher.end();
  // The first ones warm the server up.
  const counted = results.slice(Math.floor(requests / 4));
  return {
    committedMs: counted.map((result) => result.committedMs),
    heardMs: counted.map((result) => result.heardMs),
    answeredMs: counted.map((result) => result.answeredMs),
    failures: results.filter((result) => result.isFailed).length,
  };
}

const aTenth = Math.floor(households.length / 10);
await open(households.slice(0, aTenth));
answer({ open: aTenth * othersOf });
await pause(500);
await open(households.slice(aTenth));
answer({ open: households.length * othersOf });
await once(process, "message");
answer(await askInTurn());
await once(process, "message");
answer(await comeBack(port, households.slice(0, Math.ceil(returning / othersOf))));
process.exit();
