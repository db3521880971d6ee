import { createECDH, randomBytes } from "node:crypto";
import type { Client } from "pg";
import { type Figure, megabytes, milliseconds } from "../figures.ts";
import { type Porchlight, withDatabase } from "../processes/porchlight.ts";
import type { Pushes, PushesResult } from "../processes/pushes.ts";
import { nextMessage, startTask } from "../processes/task.ts";
import { cpuSecondsOf, residentOf, watchPeak } from "../processes/usage.ts";
import { helpersPerFamily } from "../processes/wire/connection.ts";

const order = { inTurn: 60, atOnce: 1_000 };

/**
 * Registers a phone for everyone except the grandmothers. Nobody decrypts the messages, so all phones share
 * one key.
 */
async function addPhones(client: Client, pushPort: number): Promise<void> {
  const p256dh = createECDH("prime256v1").generateKeys("base64url");
  await client.query(
    `insert into push_subscriptions (endpoint, person_id, session_id, p256dh, auth, created_at)
    select $1 || person_id, person_id, id, $2, $3, now() from sessions
    where person_id % ${helpersPerFamily + 1} <> 1 and family_id <= $4`,
    [
      `http://127.0.0.1:${pushPort}/`,
      p256dh,
      randomBytes(16).toString("base64url"),
      order.inTurn + order.atOnce,
    ],
  );
  await client.query("analyze");
}

/** Checks that every request was stored and every message left. */
async function checkNothingLost(client: Client, { missing }: PushesResult): Promise<void> {
  const { rows } = await client.query(`select
    (select count(*)::integer from help_requests where idempotency_key <> 'bench') as requests,
    (select count(*)::integer from messages where kind = 'help' and channel = 'push' and state not in ('ACCEPTED', 'ARRIVED')) as waiting`);
  const lost = order.inTurn + order.atOnce - rows[0].requests;
  if (lost || missing || rows[0].waiting)
    throw new Error(
      `${lost} requests were lost, ${missing} messages were not sent, ${rows[0].waiting} are still waiting.`,
    );
}

function sequentialFigures({ firstMs, lastMs, answeredMs }: PushesResult): Figure[] {
  const name = "from sending a request until its first message is sent";
  return [
    {
      name: `${name}, p50`,
      value: milliseconds(firstMs, 0.5),
      goal: "60 ms",
      note: `${firstMs.length} requests; 201 after ${milliseconds(answeredMs, 0.5)}, the last of six after ${milliseconds(lastMs, 0.5)}`,
    },
    { name: `${name}, p99`, value: milliseconds(firstMs, 0.99) },
  ];
}

function simultaneousFigures({ firstMs, lastMs, answeredMs, repeated }: PushesResult, cpu: number): Figure[] {
  const seconds = (values: readonly number[]) => `${(Math.max(...values) / 1000).toFixed(1)} s`;
  return [
    {
      name: `${order.atOnce} families asking at once, until every message is sent`,
      value: seconds(lastMs),
      note: `${firstMs.length * helpersPerFamily} messages, none lost, ${repeated} twice; ${cpu.toFixed(1)} s of CPU`,
    },
    { name: "until every request has its 201", value: seconds(answeredMs) },
    {
      name: "until every family's first message is sent",
      value: seconds(firstMs),
      note: `p50 ${milliseconds(firstMs, 0.5)}`,
    },
  ];
}

/** Measures from a help request until a push service has accepted the messages to the family's phones. */
export async function helpToPhones({ port, child }: Porchlight, folder: string): Promise<Figure[]> {
  const pid = child.pid ?? 0;
  const task = startTask("pushes.ts", { port, ...order } satisfies Pushes);
  const { port: pushPort } = await nextMessage<{ port: number }>(task);
  return await withDatabase(folder, async (client) => {
    await addPhones(client, pushPort);
    task.send("in turn");
    const inTurn = await nextMessage<PushesResult>(task);
    const before = residentOf(pid);
    const cpuBefore = cpuSecondsOf(pid);
    const memory = watchPeak(() => residentOf(pid));
    task.send("at once");
    const atOnce = await nextMessage<PushesResult>(task);
    const peak = memory.stop();
    await checkNothingLost(client, atOnce);
    return [
      ...sequentialFigures(inTurn),
      ...simultaneousFigures(atOnce, cpuSecondsOf(pid) - cpuBefore),
      {
        name: "the server's peak memory while they ask",
        value: megabytes(peak),
        note: `RSS, ${megabytes(before)} before`,
      },
    ];
  });
}
