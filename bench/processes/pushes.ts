// A push service, and grandmothers who ask for help: how long until it has taken the first message for a family, and the last.
import { once } from "node:events";
import { createServer } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { answer, orderOf } from "./task.ts";
import { Connection } from "./wire/connection.ts";
import { askForHelp, helpersOf, othersOf } from "./wire/requests.ts";

export interface Pushes {
  readonly port: number;
  /** Families that ask one after the other, and then those that ask at once. */
  readonly inTurn: number;
  readonly atOnce: number;
}

export interface Taken {
  /** For each request, from sending it until the first message for the family was taken, the last one, and the 201. */
  readonly firstMs: readonly number[];
  readonly lastMs: readonly number[];
  readonly answeredMs: readonly number[];
  /** Messages that did not come, and that came more than once. */
  readonly missing: number;
  readonly repeated: number;
}

const { port, inTurn, atOnce } = orderOf<Pushes>();
const timeoutMs = 90_000;

/** When each person's messages were taken. */
const taken = new Map<number, number[]>();
let count = 0;

const server = createServer((request, response) => {
  request.resume().once("end", () => {
    response.writeHead(201).end();
    taken.getOrInsertComputed(Number(request.url?.slice(1)), () => []).push(performance.now());
    count += 1;
  });
}).listen(0, "127.0.0.1");

async function untilTaken(messages: number): Promise<void> {
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

function takenOf(requests: readonly Asked[]): Taken {
  const waits = requests.map(({ family, sentAt }) =>
    helpersOf(family).map((person) => (taken.get(person) ?? []).map((at) => at - sentAt)),
  );
  const messages = waits.flat();
  return {
    firstMs: waits.map((family) => Math.min(...family.flat())),
    lastMs: waits.map((family) => Math.max(...family.flat())),
    answeredMs: requests.map(({ sentAt, answeredAt }) => answeredAt - sentAt),
    missing: messages.filter(({ length }) => length === 0).length,
    repeated: messages.filter(({ length }) => length > 1).length,
  };
}

async function askInTurn(): Promise<Taken> {
  const connection = new Connection(port);
  const requests: Asked[] = [];
  for (let family = 0; family < inTurn; family++) {
    requests.push(await askOn(connection, family));
    await untilTaken((family + 1) * othersOf);
    // Longer than what comes close together is one look for.
    await pause(250);
  }
  // The first ones pay for code that is loaded and compiled.
  return takenOf(requests.slice(Math.floor(inTurn / 4)));
}

async function askAtOnce(): Promise<Taken> {
  const connections = Array.from({ length: atOnce }, () => new Connection(port));
  await pause(500);
  const requests = await Promise.all(
    connections.map((connection, place) => askOn(connection, inTurn + place)),
  );
  await untilTaken((inTurn + atOnce) * othersOf);
  // What comes twice comes late.
  await pause(1_000);
  return takenOf(requests);
}

await once(server, "listening");
const address = server.address();
answer({ port: typeof address === "object" ? address?.port : 0 });
await once(process, "message");
answer(await askInTurn());
await once(process, "message");
answer(await askAtOnce());
process.exit();
