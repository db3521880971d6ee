import { expect, test } from "vitest";
import { inBatches } from "./settlement.ts";

test("items that arrive while a batch is running form the next batch", async () => {
  const turns: (readonly number[])[] = [];
  const write = inBatches<number>(async (items) => {
    turns.push(items);
    await new Promise(setImmediate);
  });
  const first = write(1);
  await Promise.resolve();
  await Promise.all([first, write(2), write(3)]);
  await write(4);
  expect(turns).toEqual([[1], [2, 3], [4]]);
});

test("an item that fails does not affect the others", async () => {
  const done: number[] = [];
  const write = inBatches<number>(async (items) => {
    if (items.includes(2)) throw new Error("2 cannot be done.");
    done.push(...items);
  });
  const results = await Promise.allSettled([1, 2, 3].map(write));
  expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(done).toEqual([1, 3]);
});
