// Admins see the changes in their family.
// @module-tag extended
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { changeFamily, changeRole } from "#contract/families.ts";
import { recordActivity } from "#server/features/activity/activity.ts";
import { join, type Person, reyesFamily, signUp } from "#tests/support/people.ts";
import { visitOf } from "#tests/support/screens/visit.ts";
import { useServer } from "#tests/support/server.ts";
import { button } from "#tests/support/steps.ts";
import { dist, useWindows } from "#tests/support/window.ts";

const server = useServer({ dist });
const windows = useWindows();

/** Opens the section in the panel's Family tab. */
async function activityFor(person: Person): Promise<Page> {
  const page = await visitOf(server(), windows).open("/admin/family", person);
  await page.getByRole("region", { name: "Activity" }).waitFor();
  return page;
}

const linesOn = (page: Page) => page.getByRole("region", { name: "Activity" }).getByRole("listitem");

it("an admin sees what another admin changes as soon as it happens, in the family's time", async () => {
  const { anna, ben } = await reyesFamily(server());
  const olga = await join(server(), anna, "admin", "Olga");
  await olga.client.call(changeFamily, { body: { timeZone: "Asia/Tokyo" } });
  const page = await activityFor(anna);
  await page.getByText("Olga changed the family's time zone from New York to Tokyo").waitFor();
  await olga.client.call(changeRole, { params: { id: ben.id }, body: { role: "admin" } });
  const words = "Olga changed Ben's role from Family member to Co-Administrator";
  await linesOn(page).first().getByText(words).waitFor({ timeout: 2_000 });
  const line = linesOn(page).first();
  const format = new Intl.DateTimeFormat("en-US", {
    ...({ dateStyle: "medium", timeStyle: "short", timeZone: "Asia/Tokyo" } as const),
  });
  const at = new Date((await line.locator("time").first().getAttribute("datetime")) ?? "");
  expect(await line.textContent()).toContain(format.format(at).replace("\u202f", " "));
});

it("an admin can read everything page by page, or reads that there is nothing yet", async () => {
  const anna = await signUp(server());
  const page = await activityFor(anna);
  await page.getByText("Nothing here yet.", { exact: true }).waitFor();
  const doing = { familyId: anna.familyId, personId: anna.id, at: server().clock.now() };
  await server()
    .database.kysely.transaction()
    .execute(async (trx) => {
      for (let turn = 0; turn < 51; turn++) await recordActivity(trx, doing, { kind: "plan-changed" });
    });
  await button(page, "Show more").click();
  await expect.poll(() => linesOn(page).count()).toBe(51);
  const end = page.getByText("That's everything from the last 12 months.");
  await expect.poll(() => end.evaluate((element) => element === document.activeElement)).toBe(true);
});
