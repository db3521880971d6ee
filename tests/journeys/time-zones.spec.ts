// A device far away shows the day in the family's time zone.
import { expect, it } from "vitest";
import { changeFamily } from "#contract/families.ts";
import { signUp } from "#tests/support/people.ts";
import { visitOf } from "#tests/support/screens/visit.ts";
import { useServer } from "#tests/support/server.ts";
import { heading } from "#tests/support/steps.ts";
import { dist, useWindows } from "#tests/support/window.ts";

const server = useServer({ dist });
const windows = useWindows();

// The two zones are 25 hours apart, so they never have the same date.
const familyZone = "Pacific/Kiritimati";
const deviceZone = "Pacific/Pago_Pago";

const dayIn = (timeZone: string) =>
  new Date().toLocaleDateString("en-US", { timeZone, weekday: "long", month: "long", day: "numeric" });

it("home shows the date where the family lives, not where the device is", async () => {
  const anna = await signUp(server());
  await anna.client.call(changeFamily, { body: { timeZone: familyZone } });
  const page = await visitOf(server(), windows, { timezoneId: deviceZone }).open("/", anna);
  await heading(page, "Today's Events").waitFor();
  await page.getByText(dayIn(familyZone), { exact: true }).waitFor();
  expect(await page.getByText(dayIn(deviceZone), { exact: true }).count()).toBe(0);
});
