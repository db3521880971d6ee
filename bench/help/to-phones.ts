import { createECDH, randomBytes } from "node:crypto";
import type { Client } from "pg";
import { type Figure, megabytes, milliseconds } from "../figures.ts";
import { type Porchlight, withDatabase } from "../processes/porchlight.ts";
import type { Pushes, Taken } from "../processes/pushes.ts";
import { answerOf, begin } from "../processes/task.ts";
import { cpuSecondsOf, residentOf, watchMost } from "../processes/usage.ts";
import { othersOf } from "../processes/wire/requests.ts";

const order = { inTurn: 60, atOnce: 1_000 };

/** A phone for everybody but the grandmothers. Nobody reads what is sent, so all have the same key. */
async function addPhones(client: Client, pushPort: number): Promise<void> {
  const p256dh = createECDH("prime256v1").generateKeys("base64url");
  await client.query(
    `insert into push_subscriptions (endpoint, person_id, session_id, p256dh, auth, created_at)
    select $1 || person_id, person_id, id, $2, $3, now() from sessions
    where person_id % ${othersOf + 1} <> 1 and family_id <= $4`,
    [
      `http://127.0.0.1:${pushPort}/`,
      p256dh,
      randomBytes(16).toString("base64url"),
      order.inTurn + order.atOnce,
    ],
  );
  await client.query("analyze");
}

/** Whatever the database has is what was asked, and has left. */
async function refuseLoss(client: Client, { missing }: Taken): Promise<void> {
  const { rows } = await client.query(`select
    (select count(*)::integer from help_requests where idempotency_key <> 'bench') as requests,
    (select count(*)::integer from messages where kind = 'help' and channel = 'push' and state not in ('ACCEPTED', 'ARRIVED')) as waiting`);
  const lost = order.inTurn + order.atOnce - rows[0].requests;
  if (lost || missing || rows[0].waiting)
    throw new Error(
      `${lost} requests are lost, ${missing} messages did not leave, ${rows[0].waiting} still wait.`,
    );
}

function inTurnFigures({ firstMs, lastMs, answeredMs }: Taken): Figure[] {
  const name = "from sending a request until its first message is handed over";
  return [
    {
      name: `${name}, p50`,
      value: milliseconds(firstMs, 0.5),
      note: `${firstMs.length} requests; 201 after ${milliseconds(answeredMs, 0.5)}, the last of six after ${milliseconds(lastMs, 0.5)}`,
    },
    { name: `${name}, p99`, value: milliseconds(firstMs, 0.99) },
  ];
}

function atOnceFigures({ firstMs, lastMs, answeredMs, repeated }: Taken, cpu: number): Figure[] {
  const seconds = (values: readonly number[]) => `${(Math.max(...values) / 1000).toFixed(1)} s`;
  return [
    {
      name: `${order.atOnce} families that ask at once, until all is handed over`,
      value: seconds(lastMs),
      note: `${firstMs.length * othersOf} messages, none lost, ${repeated} twice; ${cpu.toFixed(1)} s on a core`,
    },
    { name: "until each has its 201", value: seconds(answeredMs) },
    {
      ...{ name: "until each family's first message is", value: seconds(firstMs) },
      note: `p50 ${milliseconds(firstMs, 0.5)}`,
    },
  ];
}

/** A help request, until a push service has taken what tells the family's phones. */
export async function helpToPhones({ port, child }: Porchlight, folder: string): Promise<Figure[]> {
  const pid = child.pid ?? 0;
  const task = begin("pushes.ts", { port, ...order } satisfies Pushes);
  const { port: pushPort } = await answerOf<{ port: number }>(task);
  return await withDatabase(folder, async (client) => {
    await addPhones(client, pushPort);
    task.send("in turn");
    const inTurn = await answerOf<Taken>(task);
    const before = residentOf(pid);
    const cpuBefore = cpuSecondsOf(pid);
    const memory = watchMost(() => residentOf(pid));
    task.send("at once");
    const atOnce = await answerOf<Taken>(task);
    const most = memory.stop();
    await refuseLoss(client, atOnce);
    return [
      ...inTurnFigures(inTurn),
      ...atOnceFigures(atOnce, cpuSecondsOf(pid) - cpuBefore),
      {
        name: "the server's memory meanwhile",
        value: megabytes(most),
        note: `RSS, ${megabytes(before)} before`,
      },
    ];
  });
}
