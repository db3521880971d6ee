import { expect, it } from "vitest";
import { lastSeen } from "./last-seen.ts";

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
