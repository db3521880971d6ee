import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { MemoryDrafts } from "./memory-drafts.ts";

let token: string | null;
beforeEach(() => {
  vi.stubGlobal("localStorage", { getItem: () => token });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

it("a draft stays until it is removed", () => {
  token = "Rose";
  const drafts = new MemoryDrafts<number, string>();
  drafts.set(1, "The red one.");
  expect(drafts.get(1)).toBe("The red one.");
  drafts.set(1, undefined);
  expect(drafts.get(1)).toBeUndefined();
});

it.each([null, "Rose"])("the next person finds no draft that was stored while %s was signed in", (former) => {
  token = "Rose";
  const drafts = new MemoryDrafts<number, string>();
  drafts.set(1, "The red one.");
  token = former;
  // A recording can end after its person has logged out.
  drafts.set(2, "The blue one.");
  token = "Anna";
  expect([drafts.get(1), drafts.get(2)]).toEqual([undefined, undefined]);
});
