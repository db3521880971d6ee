// 300 families move from one cell to another while eight of them ask for help at the old address without a pause. The other cell is
// killed in the middle.
import { afterAll, expect, onTestFinished, test } from "vitest";
import {
  kill,
  newFolder,
  removeFolder,
  seedFamilies,
  start,
  stop,
  withDatabase,
} from "#bench/processes/porchlight.ts";
import { moveFamily } from "#server/features/cells/moves/departures.ts";
import { connectForCommand } from "#server/services.ts";
import { freePort } from "#tests/support/free-port.ts";
import { print, secondsSince } from "./figures.ts";
import { compare, countBy } from "./ledger.ts";
import { startWriters } from "./writers.ts";

const families = 400;
const moved = 300;
const writers = 8;
const killAfter = 150;

const folders = { oak: newFolder(), elm: newFolder() };
afterAll(() => Object.values(folders).forEach(removeFolder));

const countFamilies = (folder: string) => countBy(folder, "select count(*)::integer as count from families");
const onTheirWay = (folder: string) =>
  countBy(folder, "select count(*)::integer as count from moved_families where due_at is not null");

test("300 families move under load, and no acknowledged request is lost or stored twice", {
  timeout: 1_800_000,
}, async () => {
  const ports = { oak: await freePort(), elm: await freePort() };
  const originOf = (cell: keyof typeof ports) => `http://127.0.0.1:${ports[cell]}`;
  const envOf = (cell: keyof typeof ports) => ({
    PUBLIC_URL: originOf(cell),
    CELLS_SECRET: "a secret of the entrance and all cells",
    CELL_NUMBER: cell === "oak" ? "0" : "1",
  });
  const startCell = (cell: keyof typeof ports) =>
    start(folders[cell], undefined, { port: ports[cell], env: envOf(cell) });
  const oak = await startCell("oak");
  let elm = await startCell("elm");
  onTestFinished(async () => void (await Promise.all([stop(oak), stop(elm)])));
  await seedFamilies(folders.oak, families);
  const command = await connectForCommand({ ...process.env, ...envOf("oak"), DATA_DIR: folders.oak });
  onTestFinished(command.stop);
  const { rows } = await withDatabase(folders.oak, (client) =>
    client.query<{ id: number }>("select id from families order by id"),
  );

  const written = startWriters(writers, () => ports.oak);
  const seconds: number[] = [];
  const refused: string[] = [];
  for (const [place, { id: familyId }] of rows.slice(0, moved).entries()) {
    if (place === killAfter) await kill(elm);
    const startedAt = performance.now();
    const move = moveFamily(command.world, { familyId, origin: originOf("elm") });
    if (place === killAfter) {
      await expect(move).rejects.toThrow();
      refused.push("while the other cell was down");
      elm = await startCell("elm");
      expect(await moveFamily(command.world, { familyId, origin: originOf("elm") })).toBe(true);
      continue;
    }
    await move;
    seconds.push(secondsSince(startedAt));
  }
  await expect.poll(() => onTheirWay(folders.oak), { timeout: 60_000 }).toBe(0);
  await written.stop();

  const ledger = await compare(folders.elm, written);
  seconds.sort((one, other) => one - other);
  print("300 families moved under load", {
    "at the old cell": await countFamilies(folders.oak),
    "at the new cell": await countFamilies(folders.elm),
    "a move, middle (s)": seconds[Math.floor(seconds.length / 2)]?.toFixed(2) ?? "",
    "a move, longest (s)": seconds.at(-1)?.toFixed(2) ?? "",
    "requests acknowledged": written.acknowledged.size,
    "answers by status": JSON.stringify([...written.statuses]),
    "longest until accepted (ms)": Math.round(written.longestRefusedMs()),
    lost: ledger.lost,
    "stored twice": ledger.duplicates,
  });
  expect(refused).toHaveLength(1);
  expect([await countFamilies(folders.oak), await countFamilies(folders.elm)]).toEqual([
    families - moved,
    moved,
  ]);
  expect(ledger).toEqual({ lost: 0, duplicates: 0 });
  // There is no answer, or half of one, when the other cell is killed, or after ten seconds on a busy machine.
  expect([...written.statuses.keys()].filter((status) => ![201, 503, 0].includes(status))).toEqual([]);
});
