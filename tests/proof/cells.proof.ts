// An entrance and three cells behind HAProxy, with the configurations in ops/. One cell is killed while families ask for help in the
// others.
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { Agent, request } from "node:https";
import { json, text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import {
  kill,
  newFolder,
  type Porchlight,
  removeFolder,
  seedFamilies,
  start,
  stop,
  withDatabase,
} from "#bench/processes/porchlight.ts";
import { grandmotherOf, tokenOf } from "#bench/processes/wire/connection.ts";
import { freePort } from "#tests/support/free-port.ts";
import { tokenIn } from "#tests/support/sent-links.ts";
import { print } from "./figures.ts";
import { prepareHaproxy } from "./outside/haproxy.ts";
import { isInstalled, reasonToSkip } from "./outside/programs.ts";
import { Providers } from "./outside/providers.ts";

const entranceName = "porchlight.example.org";
/** Ash is the emptiest, then elm. */
const families = { oak: 60, elm: 40, ash: 20 };
type Cell = keyof typeof families;
const cells: readonly Cell[] = ["oak", "elm", "ash"];
const nameOf = (cell: Cell) => `${cell}.example.org`;
const names = [entranceName, ...cells.map(nameOf)];

const secret = "a secret of the entrance and all cells";
const askers = 4;
const betweenRequestsMs = 50;
const maxAnswerMs = 1_000;

const providers = new Providers();
const folders = { entrance: newFolder(), oak: newFolder(), elm: newFolder(), ash: newFolder() };
beforeAll(() => providers.open());
afterAll(async () => {
  await providers.close();
  for (const folder of Object.values(folders)) removeFolder(folder);
});

const middleOf = (times: readonly number[]): number =>
  Math.round([...times].sort((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0);

interface Call {
  readonly name: string;
  readonly path: string;
  readonly method?: string;
  readonly token?: string;
  readonly body?: unknown;
  /** The address of this machine that the call comes from. */
  readonly from?: string;
}

/** Calls HAProxy as a browser does, by one of the names. */
function callerOf(port: number, certificate: string) {
  const agent = new Agent({ keepAlive: true, ca: readFileSync(certificate) });
  onTestFinished(() => agent.destroy());
  return async ({ name, path, method = "GET", token, body, from = "127.0.0.1" }: Call) => {
    const headers = {
      host: `${name}:${port}`,
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { "content-type": "application/json", "idempotency-key": randomUUID() }),
    };
    const { promise, resolve, reject } = Promise.withResolvers<{ status: number; body: unknown }>();
    const sent = request(
      { agent, host: "127.0.0.1", port, servername: name, localAddress: from, method, path, headers },
      (response) => {
        const isJson = response.headers["content-type"]?.includes("json");
        const answered = isJson ? json(response) : text(response);
        answered.then((body) => resolve({ status: response.statusCode ?? 0, body }), reject);
      },
    );
    sent.on("error", reject).end(body === undefined ? undefined : JSON.stringify(body));
    return await promise;
  };
}

describe.skipIf(!isInstalled("haproxy"))(`cells behind HAProxy${reasonToSkip("haproxy")}`, () => {
  test("go on when one of them is killed, and the entrance answers the same in the same time", async () => {
    const port = await freePort();
    const haproxy = prepareHaproxy(port, names);
    const ports = {
      entrance: await freePort(),
      oak: await freePort(),
      elm: await freePort(),
      ash: await freePort(),
    };
    const originOf = (name: string) => `https://${name}:${port}`;
    const { SMTP_URL = "", MAIL_FROM = "" } = providers.env;
    const common = { SMTP_URL, MAIL_FROM, CELLS_SECRET: secret, TRUSTED_PROXIES: "127.0.0.1" };

    const startCell = (cell: Cell): Promise<Porchlight> =>
      start(folders[cell], undefined, {
        port: ports[cell],
        env: {
          ...common,
          PUBLIC_URL: originOf(nameOf(cell)),
          CELL_FAMILIES: "100",
          // Seeded families have ids from 1 in each of them, and none moves.
          CELL_NUMBER: "0",
        },
      });
    const running = new Map<Cell, Porchlight>();
    onTestFinished(async () => void (await Promise.all([...running.values()].map(stop))));
    for (const cell of cells) {
      running.set(cell, await startCell(cell));
      await seedFamilies(folders[cell], families[cell]);
      await withDatabase(folders[cell], (client) =>
        // Only grandmothers, so that no help request sends an e-mail.
        client.query(
          `update people p set email = '${cell}-' || id || '@example.com' from memberships m
            where m.person_id = p.id and m.role = 'grandparent'`,
        ),
      );
    }
    const entrance = await start(
      folders.entrance,
      ["node", "--import", import.meta.resolve("./outside/names.ts"), "dist-server/main.js"],
      {
        port: ports.entrance,
        env: {
          ...common,
          PUBLIC_URL: originOf(entranceName),
          CELLS: cells.map((cell) => originOf(nameOf(cell))).join(),
          NODE_EXTRA_CA_CERTS: haproxy.certificate,
        },
      },
    );
    onTestFinished(() => stop(entrance));
    await haproxy.run(ports);
    const call = callerOf(port, haproxy.certificate);
    const isUp = async (name: string) => (await call({ name, path: "/readyz" })).status;
    for (const name of names) await expect.poll(() => isUp(name)).toBe(200);

    expect((await call({ name: "nowhere.example.org", path: "/readyz" })).status).toBe(421);
    await haproxy.command(`add map ${haproxy.mapFile} nowhere.example.org elm`);
    await expect.poll(() => isUp("nowhere.example.org")).toBe(200);

    const answers = new Set<string>();
    let searches = 0;
    /** Returns how long the entrance took, in milliseconds. */
    async function search(address: string): Promise<number> {
      searches += 1;
      // Each visitor has only so many searches.
      const from = `127.0.1.${searches}`;
      const askedAt = performance.now();
      const answer = await call({
        name: entranceName,
        path: "/api/cells/search",
        method: "POST",
        body: { address },
        from,
      });
      answers.add(JSON.stringify(answer));
      return performance.now() - askedAt;
    }
    const linksFrom = (cell: Cell, person: number) =>
      providers.received.filter(
        (each) => each.person === person && each.words.includes(`${originOf(nameOf(cell))}/sign-in/link`),
      );
    async function searchAll(people: readonly number[]): Promise<number[]> {
      const times = [];
      for (const person of people) times.push(await search(`ash-${person}@example.com`));
      return times;
    }
    const known = Array.from({ length: families.ash }, (_, family) => grandmotherOf(family));
    const unknown = known.map((person) => person + 100_000);
    const last = known.at(-1) ?? 0;

    const first = grandmotherOf(0);
    await search(`oak-${first}@example.com`);
    await expect.poll(() => linksFrom("oak", first).length).toBe(1);
    const token = tokenIn(linksFrom("oak", first).map(({ words }) => ({ text: words })));
    const status = { path: "/api/auth/status", token };
    expect((await call({ ...status, name: nameOf("elm") })).status).toBe(401);
    expect((await call({ ...status, name: nameOf("oak") })).status).toBe(200);
    expect((await call({ ...status, name: nameOf("oak") })).status).toBe(401);

    const asked = { oak: new Map<number, number>(), elm: new Map<number, number>() };
    let isAsking = true;
    async function keepAsking(cell: "oak" | "elm", family: number): Promise<void> {
      while (isAsking) {
        const body = { text: "The lamp is broken." };
        const path = "/api/help-requests";
        const token = tokenOf(grandmotherOf(family));
        const { status } = await call({ name: nameOf(cell), path, method: "POST", token, body });
        asked[cell].set(status, (asked[cell].get(status) ?? 0) + 1);
        await pause(betweenRequestsMs);
      }
    }
    const asking = Promise.all(
      Array.from({ length: askers }, (_, family) => [
        keepAsking("oak", family),
        keepAsking("elm", family),
      ]).flat(),
    );
    const acknowledged = () => [asked.oak.get(201) ?? 0, asked.elm.get(201) ?? 0];

    await expect.poll(() => Math.min(...acknowledged())).toBeGreaterThan(10);
    const before = { known: await searchAll(known), unknown: await searchAll(unknown) };
    await expect.poll(() => linksFrom("ash", last).length).toBe(1);

    const ash = running.get("ash");
    if (ash) await kill(ash);
    const beforeKill = acknowledged();
    const after = { known: await searchAll(known), unknown: await searchAll(unknown) };
    const room = await call({ name: entranceName, path: "/api/cells/room" });
    expect(room.body).toEqual({ url: `${originOf(nameOf("elm"))}/?signup=phone` });
    const [oakSoFar = 0, elmSoFar = 0] = beforeKill;
    await expect.poll(() => asked.oak.get(201) ?? 0).toBeGreaterThan(oakSoFar + 10);
    await expect.poll(() => asked.elm.get(201) ?? 0).toBeGreaterThan(elmSoFar + 10);
    isAsking = false;
    await asking;

    expect(linksFrom("ash", last)).toHaveLength(1);
    running.set("ash", await startCell("ash"));
    await expect.poll(() => isUp(nameOf("ash"))).toBe(200);
    await search(`ash-${last}@example.com`);
    await expect.poll(() => linksFrom("ash", last).length).toBe(2);

    const stored = async (cell: Cell) => {
      const { rows } = await withDatabase(folders[cell], (client) =>
        client.query<{ count: string }>(
          "select count(*) from help_requests where idempotency_key <> 'bench'",
        ),
      );
      return Number(rows[0]?.count);
    };
    print("three cells behind HAProxy, one killed", {
      "requests in oak": JSON.stringify([...asked.oak]),
      "requests in elm": JSON.stringify([...asked.elm]),
      "of these before": beforeKill.join(),
      "entrance, known (ms)": middleOf(before.known),
      "entrance, unknown (ms)": middleOf(before.unknown),
      "entrance, cell down, known (ms)": middleOf(after.known),
      "entrance, cell down, unknown (ms)": middleOf(after.unknown),
      "slowest answer (ms)": Math.round(
        Math.max(...Object.values(before).flat(), ...Object.values(after).flat()),
      ),
    });
    expect([...asked.oak.keys(), ...asked.elm.keys()]).toEqual([201, 201]);
    expect([await stored("oak"), await stored("elm")]).toEqual(acknowledged());
    expect([...answers]).toEqual([expect.stringContaining('"status":200')]);
    for (const times of [...Object.values(before), ...Object.values(after)])
      expect(middleOf(times)).toBeLessThan(maxAnswerMs);
  });
});
