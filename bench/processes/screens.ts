// Opens many screens and has grandmothers ask for help. Measures when the family's last screen is notified.
import { setTimeout as pause } from "node:timers/promises";
import { Client } from "pg";
import { answer, taskOptions } from "./task.ts";
import { askForHelp, Connection, helpersPerFamily } from "./wire/connection.ts";
import { FamilyScreens, reconnect } from "./wire/screens.ts";

export interface Screens {
  readonly port: number;
  readonly databaseUrl: string;
  readonly screens: number;
  /** The number of requests in a round, one after the other. */
  readonly requests: number;
  /** The number of screens that reconnect at once in the end. */
  readonly returning: number;
}

export interface ScreensResult {
  /**
   * For each request, the time from sending it until the commit, until the last of six screens is notified,
   * and until the 201.
   */
  readonly committedMs: readonly number[];
  readonly notifiedMs: readonly number[];
  readonly answeredMs: readonly number[];
  readonly failures: number;
}

const { port, databaseUrl, screens, requests, returning } = taskOptions<Screens>();
const families = Array.from(
  { length: Math.floor(screens / helpersPerFamily) },
  (_, family) => new FamilyScreens(port, family),
);

async function open(some: readonly FamilyScreens[]): Promise<void> {
  for (const family of some) await family.open();
}

/**
 * PostgreSQL notifies its listeners at the commit, which is the earliest moment an outsider can observe it.
 */
async function watchCommits(): Promise<Client> {
  const watcher = new Client({ connectionString: databaseUrl });
  await watcher.connect();
  await watcher.query("listen live");
  return watcher;
}

const orTimeout = (moment: Promise<number>) =>
  Promise.race([moment, pause(2_000, Number.NaN, { ref: false })]);

async function askOnce(connection: Connection, watcher: Client, family: FamilyScreens) {
  const committed = new Promise<number>((resolve) => {
    watcher.once("notification", () => resolve(performance.now()));
  });
  const lastNotified = family.whenAllNotified();
  const sentAt = performance.now();
  const { status } = await connection.ask(askForHelp(family.family));
  const answeredAt = performance.now();
  const notifiedAt = await orTimeout(lastNotified);
  const committedAt = Math.min(await orTimeout(committed), answeredAt);
  return {
    committedMs: committedAt - sentAt,
    notifiedMs: notifiedAt - sentAt,
    answeredMs: answeredAt - sentAt,
    isFailed: status !== 201 || Number.isNaN(notifiedAt - committedAt),
  };
}

let asked = 0;

async function askOneByOne(): Promise<ScreensResult> {
  const connection = new Connection(port);
  const watcher = await watchCommits();
  const results: Awaited<ReturnType<typeof askOnce>>[] = [];
  for (let count = 0; count < requests; count++) {
    // A family asks again only after all others.
    const family = families[(asked++ * 7) % families.length];
    if (family) results.push(await askOnce(connection, watcher, family));
    await pause(5);
  }
  await watcher.end();
  connection.close();
  return {
    committedMs: results.map((result) => result.committedMs),
    notifiedMs: results.map((result) => result.notifiedMs),
    answeredMs: results.map((result) => result.answeredMs),
    failures: results.filter((result) => result.isFailed).length,
  };
}

const tenth = Math.floor(families.length / 10);
await open(families.slice(0, tenth));
answer({ open: tenth * helpersPerFamily });
await pause(500);
await open(families.slice(tenth));
answer({ open: families.length * helpersPerFamily });
const returningFamilies = families.slice(0, Math.ceil(returning / helpersPerFamily));
process.on("message", async (wanted) =>
  answer(await (wanted === "ask" ? askOneByOne() : reconnect(port, returningFamilies))),
);
process.on("disconnect", () => process.exit());
