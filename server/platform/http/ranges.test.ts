import { expect, test } from "vitest";
import { rangeIn } from "./ranges.ts";

test.each([
  ["the first bytes", "bytes=0-1", { first: 0, last: 1 }],
  ["all from a place on", "bytes=4-", { first: 4, last: 9 }],
  ["more than there is", "bytes=4-99", { first: 4, last: 9 }],
  ["the last bytes", "bytes=-3", { first: 7, last: 9 }],
  ["more last bytes than there are", "bytes=-99", { first: 0, last: 9 }],
  ["no part", undefined, undefined],
  ["several parts", "bytes=0-1,3-4", undefined],
  ["a part that ends before it begins", "bytes=4-3", undefined],
  ["another unit", "lines=0-1", undefined],
])("a request for %s of ten bytes", (_, header, range) => {
  expect(rangeIn(header, 10)).toEqual(range);
});

test.each(["bytes=10-", "bytes=10-12", "bytes=-0"])("%s is outside of ten bytes", (header) => {
  expect(() => rangeIn(header, 10)).toThrow("This file is shorter than that.");
});
