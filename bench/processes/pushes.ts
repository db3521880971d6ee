// Plays a push service and grandmothers who ask for help. Measures when the first and the last message for a
// family arrive.
import { once } from "node:events";
import { createServer } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { answer, taskOptions } from "./task.ts";
import { askForHelp, Connection, helpersOf, helpersPerFamily } from "./wire/connection.ts";

export interface Pushes {
  readonly port: number;
  /** The number of families that ask one after the other, and the number that then ask at once. */
  readonly inTurn: number;
  readonly atOnce: number;
}

export interface PushesResult {
  /**
   * For each request, the time from sending it until the first message for the family, the last one, and the
   * 201.
   */
  readonly firstMs: readonly number[];
  readonly lastMs: readonly number[];
  readonly answeredMs: readonly number[];
  /** Messages that did not arrive, and messages that arrived more than once. */
  readonly missing: number;
  readonly repeated: number;
}

const { port, inTurn, atOnce } = taskOptions<Pushes>();
const timeoutMs = 90_000;

/** The times at which messages to each person were accepted. */
const acceptedAt = new Map<number, number[]>();
let count = 0;

const server = createServer((request, response) => {
  request.resume().once("end", () => {
    response.writeHead(201).end();
    acceptedAt.getOrInsertComputed(Number(request.url?.slice(1)), () => []).push(performance.now());
    count += 1;
  });
}).listen(0, "127.0.0.1");

async function waitForMessages(messages: number): Promise<void> {
  const end = performance.now() + timeoutMs;
  while (count < messages && performance.now() < end) await pause(1);
}

async function askOn(connection: Connection, family: number) {
  const sentAt = performance.now();
  const { status } = await connection.ask(askForHelp(family));
  if (status !== 201) throw new Error(`Asking for help answered ${status}.`);
  return { family, sentAt, answeredAt: performance.now() };
}

type Asked = Awaited<ReturnType<typeof askOn>>;

function resultOf(requests: readonly Asked[]): PushesResult {
  const latencies = requests.map(({ family, sentAt }) =>
    helpersOf(family).map((person) => (acceptedAt.get(person) ?? []).map((at) => at - sentAt)),
  );
  const messages = latencies.flat();
  return {
    firstMs: latencies.map((family) => Math.min(...family.flat())),
    lastMs: latencies.map((family) => Math.max(...family.flat())),
    answeredMs: requests.map(({ sentAt, answeredAt }) => answeredAt - sentAt),
    missing: messages.filter(({ length }) => length === 0).length,
    repeated: messages.filter(({ length }) => length > 1).length,
  };
}

async function askOneByOne(): Promise<PushesResult> {
  const connection = new Connection(port);
  const requests: Asked[] = [];
  for (let family = 0; family < inTurn; family++) {
    requests.push(await askOn(connection, family));
    await waitForMessages((family + 1) * helpersPerFamily);
    // Pauses longer than the window in which the server batches wake-ups, so that each request is measured by
    // itself.
    await pause(250);
  }
  // The first requests include loading and compiling code, so they don't count.
  return resultOf(requests.slice(Math.floor(inTurn / 4)));
}

async function askAtOnce(): Promise<PushesResult> {
  const connections = Array.from({ length: atOnce }, () => new Connection(port));
  await pause(500);
  const requests = await Promise.all(
    connections.map((connection, place) => askOn(connection, inTurn + place)),
  );
  await waitForMessages((inTurn + atOnce) * helpersPerFamily);
  // Waits for duplicates, which arrive late.
  await pause(1_000);
  return resultOf(requests);
}

await once(server, "listening");
const address = server.address();
answer({ port: typeof address === "object" ? address?.port : 0 });
await once(process, "message");
answer(await askOneByOne());
await once(process, "message");
answer(await askAtOnce());
process.exit();
