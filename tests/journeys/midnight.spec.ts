// The day starts at the family's midnight by the server's clock, even on a device whose clock is fast.
// @module-tag extended
import { expect, it, vi } from "vitest";
import { reyesFamily } from "#tests/support/people.ts";
import { shown } from "#tests/support/puzzles.ts";
import { visitOf } from "#tests/support/screens/visit.ts";
import { useServer } from "#tests/support/server.ts";
import { dist, useWindows } from "#tests/support/window.ts";

const server = useServer({ dist });
const windows = useWindows();
const timezoneId = "America/New_York";

/**
 * Freezes the server's clock ten seconds before midnight in New York. Returns a function that advances it.
 */
function stopBeforeMidnight(): (seconds: number) => void {
  const { clock } = server();
  const tomorrow = clock.now().toTemporalInstant().toZonedDateTimeISO(timezoneId).add({ days: 1 });
  let at = tomorrow.startOfDay().epochMilliseconds - 10_000;
  vi.spyOn(clock, "now").mockImplementation(() => new Date(at));
  return (passed) => {
    at += passed * 1000;
  };
}

it("a device whose clock is twenty seconds fast shows yesterday's puzzle only until the server has the new one", async () => {
  const { rose } = await reyesFamily(server());
  const pass = stopBeforeMidnight();
  const page = await visitOf(server(), windows, { timezoneId }).open("/", rose);
  const { question: yesterdays, day: yesterday } = await shown(rose);
  await page.clock.install({ time: server().clock.now().getTime() + 20_000 });
  await page.reload();
  await page.getByText(yesterdays).waitFor();
  // The server's clock jumps only here. A response right after the jump would tell the page that its own clock is right.
  await page.waitForLoadState("networkidle");

  pass(20);
  const { question: todays, day: today } = await shown(rose);
  expect(todays).not.toBe(yesterdays);
  expect(today > yesterday).toBe(true);
  await expect
    .poll(
      async () => {
        await page.clock.runFor(5_000);
        return page.getByText(todays).count();
      },
      { timeout: 10_000 },
    )
    .toBe(1);
  expect(await page.getByText(yesterdays).count()).toBe(0);
  vi.restoreAllMocks();
});
