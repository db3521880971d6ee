import { expect, it } from "vitest";
import { lastSeen } from "./last-seen.ts";

const now = Date.parse("2026-11-20T13:00:00Z");
const seen = (at: string | null) => lastSeen(at, now, "America/New_York");

it("says in the family's days when somebody was last active", () => {
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

it("says so when somebody is signed in nowhere", () => {
  expect(seen(null)).toBe("Not signed in");
});
