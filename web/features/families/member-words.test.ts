import { expect, it } from "vitest";
import { lastSeen, lossOf } from "./member-words.ts";

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

const now = Date.parse("2026-11-20T13:00:00Z");
const seen = (at: string | null) => lastSeen(at, now, "America/New_York");

it("says on which of the family's days somebody was last seen", () => {
  const said = [
    "2026-11-20T12:00:00Z",
    "2026-11-20T05:30:00Z",
    "2026-11-20T04:30:00Z",
    "2026-11-17T12:00:00Z",
    "2026-10-22T12:00:00Z",
    "2026-10-20T12:00:00Z",
  ].map(seen);
  expect(said).toEqual(["Today", "Today", "Yesterday", "3 days ago", "29 days ago", "Oct 20, 2026"]);
});

it("says the date in the family's zone, wherever the device is", () => {
  const at = "2026-10-20T03:30:00Z";
  expect(lastSeen(at, now, "America/New_York")).toBe("Oct 19, 2026");
  expect(lastSeen(at, now, "Pacific/Auckland")).toBe("Oct 20, 2026");
});

it("says so when somebody is not signed in anywhere", () => {
  expect(seen(null)).toBe("Not signed in");
});
