import { expect, it } from "vitest";
import { inOrder, moved } from "./order.ts";

it("moves an item by one place, and not out of the list", () => {
  expect(moved(["a", "b", "c"], 1, -1)).toEqual(["b", "a", "c"]);
  expect(moved(["a", "b", "c"], 1, 1)).toEqual(["a", "c", "b"]);
  expect(moved(["a", "b", "c"], 0, -1)).toBeUndefined();
  expect(moved(["a", "b", "c"], 2, 1)).toBeUndefined();
});

it("puts items that the order does not name last", () => {
  const items = [{ id: 1 }, { id: 2 }, { id: 3 }, { id: 4 }];
  expect(inOrder(items, [4, 3, 9]).map(({ id }) => id)).toEqual([4, 3, 1, 2]);
});
