// Many open screens, and grandmothers who ask for help: how long until the last screen of the family has heard.
import { randomUUID } from "node:crypto";
import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { Client } from "pg";
import { Connection } from "./connection.ts";
import { answer, orderOf } from "./task.ts";

export interface Screens {
  readonly port: number;
  readonly databaseUrl: string;
  readonly screens: number;
  readonly requests: number;
}

export interface Heard {
  /** For each request, from sending it until the database has it, the last of six screens has heard, and the 201. */
  readonly committedMs: readonly number[];
  readonly heardMs: readonly number[];
  readonly answeredMs: readonly number[];
  readonly failures: number;
}

const { port, databaseUrl, screens, requests } = orderOf<Screens>();
const familySize = 7;
const othersOf = familySize - 1;
const families = Math.floor(screens / othersOf);

const heard = Array.from({ length: families }, () => 0);
let onLastScreen = () => {};

/** Opens the screen of one person; resolves when the server has greeted it. */
function openScreen(family: number, person: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: "127.0.0.1", noDelay: true });
    socket.write(
      `GET /api/live HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: porchlight_session=bench-${person}\r\n\r\n`,
    );
    socket.on("error", reject);
    socket.on("close", () => reject(new Error("A screen was cut off.")));
    socket.on("data", (chunk) => {
      if (chunk.includes("retry:")) resolve();
      if (!chunk.includes("event: help-requests")) return;
      heard[family] = (heard[family] ?? 0) + 1;
      if (heard[family] === othersOf) onLastScreen();
    });
  });
}

async function openScreens(from: number, to: number): Promise<void> {
  for (let family = from; family < to; family++) {
    const people = Array.from({ length: othersOf }, (_, index) => family * familySize + index + 2);
    await Promise.all(people.map((person) => openScreen(family, person)));
  }
  answer({ open: to * othersOf });
}

function askFor(family: number): string {
  const body = JSON.stringify({ phraseId: 101 });
  return [
    "POST /api/help-requests HTTP/1.1",
    "Host: 127.0.0.1",
    `Authorization: Bearer bench-${family * familySize + 1}`,
    `Idempotency-Key: ${randomUUID()}`,
    "Content-Type: application/json",
    `Content-Length: ${body.length}`,
    "",
    body,
  ].join("\r\n");
}

/** PostgreSQL tells its listeners at the commit: as early as anybody outside can know of it. */
async function watchCommits(): Promise<Client> {
  const watcher = new Client({ connectionString: databaseUrl });
  await watcher.connect();
  await watcher.query("listen live");
  return watcher;
}

const within = (moment: Promise<number>) => Promise.race([moment, pause(2_000, Number.NaN, { ref: false })]);

async function askOnce(connection: Connection, watcher: Client, family: number) {
  heard[family] = 0;
  const committed = new Promise<number>((resolve) => {
    watcher.once("notification", () => resolve(performance.now()));
  });
  const lastHeard = new Promise<number>((resolve) => {
    onLastScreen = () => resolve(performance.now());
  });
  const sentAt = performance.now();
  const status = await connection.ask(askFor(family));
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

const aTenth = Math.floor(families / 10);
await openScreens(0, aTenth);
await pause(500);
await openScreens(aTenth, families);
await new Promise((resolve) => process.once("message", resolve));

const connection = new Connection(port);
const watcher = await watchCommits();
const results: Awaited<ReturnType<typeof askOnce>>[] = [];
for (let count = 0; count < requests; count++) {
  results.push(await askOnce(connection, watcher, (count * 7) % families));
  await pause(5);
}
// The first ones warm the server up.
const counted = results.slice(Math.floor(requests / 4));
answer({
  committedMs: counted.map((result) => result.committedMs),
  heardMs: counted.map((result) => result.heardMs),
  answeredMs: counted.map((result) => result.answeredMs),
  failures: results.filter((result) => result.isFailed).length,
} satisfies Heard);
process.exit();
