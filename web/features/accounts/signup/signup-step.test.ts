import { expect, test } from "vitest";
import { randomPassword } from "./signup-step.ts";

test("the password generated at sign-up has eight characters", () => {
  for (let round = 0; round < 100; round += 1) expect(randomPassword()).toMatch(/^[\w-]{8}$/);
});

test("no two are the same", () => {
  expect(new Set(Array.from({ length: 1000 }, randomPassword)).size).toBe(1000);
});
