import { expect, test } from "vitest";
import type { Outgoing } from "../outgoing.ts";
import { calendarText } from "./writer.ts";

const outgoing: Outgoing = {
  ...{ familyId: 1, categories: ["family"], withoutThoseOf: null },
  ...{ name: "Reyes, Lee; and \\ friends", timeZone: "America/New_York" },
  ...{ first: "2026-11-20", lastYear: 2027 },
};

test("the name of a calendar is escaped, so that apps show it exactly as written", async () => {
  const text = await calendarText(outgoing, { manual: [], imported: [] }, "porchlight.example");
  expect(text).toContain("X-WR-CALNAME:Reyes\\, Lee\\; and \\\\ friends\r\n");
});
