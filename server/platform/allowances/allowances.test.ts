import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { minuteMs } from "#contract/durations.ts";
import { startServer, type TestServer, useServer } from "#tests/support/server.ts";
import {
  deleteExpiredAllowances,
  giveBackAllowances,
  resetAllowances,
  takeAllowances,
  type Use,
} from "./allowances.ts";

const limits = { loginsPerAccount: 3, smsPerIpPerHour: 2, smsPerDay: 0 };
const server = useServer({ limits });
let other: TestServer;
beforeAll(async () => {
  other = await startServer({ databaseUrl: server().databaseUrl, limits });
});
afterAll(() => other.stop());

let key = 0;
beforeEach(() => {
  key += 1;
});
const three = (): Use => ({ name: "wrong-passwords-in-session", key });
const two = (): Use => ({ name: "codes-from-address", key });

const take = (...uses: Use[]) => takeAllowances(server().world, server().database.kysely, ...uses);
const takeOnOther = (...uses: Use[]) => takeAllowances(other.world, other.database.kysely, ...uses);
const pass = (minutes: number) => {
  for (const { clock } of [server(), other]) clock.advance(minutes * minuteMs);
};

test("uses on one server are counted on the other", async () => {
  expect([await take(three()), await takeOnOther(three()), await take(three())]).toEqual([0, 0, 0]);
  expect(await takeOnOther(three())).toBe(3600);
  expect(await take(three())).toBe(3600);
});

test("of forty simultaneous uses on two servers exactly three are allowed", async () => {
  const waits = await Promise.all(
    Array.from({ length: 40 }, (_, turn) => (turn % 2 ? take(three()) : takeOnOther(three()))),
  );
  expect(waits.filter((wait) => wait === 0)).toHaveLength(3);
});

test("each use is free again after its own period, and no hour ever has more", async () => {
  await take(three());
  pass(20);
  await take(three());
  pass(20);
  await take(three());
  pass(10);
  expect(await take(three())).toBe(10 * 60);
  pass(10);
  expect(await take(three())).toBe(0);
  expect(await take(three())).toBe(20 * 60);
});

test("of several allowances, all are taken or none", async () => {
  await take(two());
  await take(two());
  expect(await take(three(), two())).toBe(3600);
  const left = [await take(three()), await take(three()), await take(three()), await take(three())];
  expect(left).toEqual([0, 0, 0, 3600]);
});

test("a transaction that fails takes nothing", async () => {
  const failed = server()
    .database.kysely.transaction()
    .execute(async (trx) => {
      for (let turn = 0; turn < 3; turn += 1) await takeAllowances(server().world, trx, three());
      throw new Error("no");
    });
  await expect(failed).rejects.toThrow("no");
  expect(await take(three())).toBe(0);
});

test("an unchecked use is never refused, and counts toward those that are checked", async () => {
  const unchecked = { ...two(), isChecked: false };
  for (let turn = 0; turn < 4; turn += 1) expect(await take(unchecked)).toBe(0);
  expect(await take(two())).toBe(3600);
});

test("a use that is given back can be taken again, and a reset forgets them all", async () => {
  await take(two());
  await take(two());
  await giveBackAllowances(server().world, server().database.kysely, two());
  expect([await take(two()), await take(two())]).toEqual([0, 3600]);
  await resetAllowances(server().world, server().database.kysely, two());
  expect([await take(two()), await take(two()), await take(two())]).toEqual([0, 0, 3600]);
});

test("a limit of zero allows none, also after uses that no longer count", async () => {
  const text: Use = { name: "texts-of-server", key };
  await take({ ...text, isChecked: false });
  expect(await take(text)).toBe(24 * 3600);
  pass(24 * 60);
  expect(await take(text)).toBe(24 * 3600);
  pass(24 * 60);
  expect(await take(text)).toBe(24 * 3600);
});

test("the oldest use is waited for, even if a server whose clock is behind took it last", async () => {
  server().clock.advance(minuteMs);
  expect([await take(two()), await takeOnOther(two())]).toEqual([0, 0]);
  expect(await take(two())).toBe(59 * 60);
  other.clock.advance(minuteMs);
});

test("the database holds no number or address that is counted", async () => {
  await take({ name: "codes-from-address", key: "203.0.113.7" });
  const rows = await server().database.kysely.selectFrom("allowances").selectAll().execute();
  const columns = rows.map(({ name, key: hash, uses }) => `${name} ${hash.toString("latin1")} ${uses}`);
  expect(columns.join("\n")).not.toContain("203.0.113.7");
});

test("a row is deleted once nothing in it counts anymore", async () => {
  const clean = async () => {
    await deleteExpiredAllowances(server().world);
    return (await server().database.kysely.selectFrom("allowances").select("key").execute()).length;
  };
  pass(24 * 60);
  expect(await clean()).toBe(0);
  await take(two());
  pass(59);
  await take(three());
  expect(await clean()).toBe(2);
  pass(1);
  expect(await clean()).toBe(1);
  expect([await take(three()), await take(three()), await take(three())]).toEqual([0, 0, 3540]);
});
