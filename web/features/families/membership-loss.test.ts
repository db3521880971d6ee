import { expect, it } from "vitest";
import { lossOf } from "./membership-loss.ts";

const rose = { id: 1, name: "Rose", role: "grandparent" } as const;
const walter = { id: 2, name: "Walter", role: "grandparent" } as const;
const ben = { id: 3, name: "Ben", role: "child" } as const;

it("tells a helper whose requests they will no longer receive", () => {
  expect(lossOf(ben, [rose, ben])).toBe(
    "Ben will no longer see your family's day or hear when Rose asks for help.",
  );
  expect(lossOf(ben, [rose, walter, ben])).toContain("when Rose or Walter asks for help.");
  expect(lossOf(ben, [ben])).toContain("when someone asks for help.");
});

it("tells a grandparent that they can no longer ask, and addresses the person who leaves", () => {
  expect(lossOf(rose, [rose, ben])).toBe(
    "Rose will no longer see your family's day, and cannot ask it for help.",
  );
  expect(lossOf(ben, [rose, ben], true)).toBe(
    "You will no longer see the family's day or hear when Rose asks for help.",
  );
});
