import { expect, test } from "vitest";
import { secretsFrom } from "#server/platform/secrets.ts";
import { isSigned, sign, signedNumbers } from "./signed-links.ts";

const [oakKey, elmKey] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
const cellsSecret = "a secret of the entrance and all cells";
const [oak, elm] = [secretsFrom(oakKey, cellsSecret), secretsFrom(elmKey, cellsSecret)];
const ids = [30_000_001, 30_000_000_001];

test("a link of one cell is valid in another, for the same purpose and about the same", () => {
  const link = sign(oak, "message-answer", ids);
  expect(signedNumbers(elm, "message-answer", link)).toEqual(ids);
  expect(signedNumbers(elm, "message-receipt", link)).toEqual([]);
  expect(isSigned(elm, "message-answer", link, "something else")).toBe(false);
  const stranger = secretsFrom(elmKey, "a secret of other people's cells");
  expect(signedNumbers(stranger, "message-answer", link)).toEqual([]);
});

test("a link from before a server became a cell stays valid there, and in no other cell", () => {
  const link = sign(secretsFrom(oakKey), "email", ids);
  expect(signedNumbers(oak, "email", link)).toEqual(ids);
  expect(signedNumbers(elm, "email", link)).toEqual([]);
});
