// Installing the app on the home screen: offered once, as each device does it, and never in the way of help.
// @module-tag extended
import type { Locator, Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import { isHelpAtHand } from "#tests/support/help-categories.ts";
import { type Person, reyesFamily } from "#tests/support/people.ts";
import { deviceOf } from "#tests/support/screens/visit.ts";
import { useServer } from "#tests/support/server.ts";
import { button, heading, link, openUnderMore } from "#tests/support/steps.ts";
import { android, iPhone, offerToInstall, pretendInstalled } from "#tests/support/touch-devices.ts";
import { dist, useWindows } from "#tests/support/window.ts";

const server = useServer({ dist });
const windows = useWindows();
const hint = "Keep Porchlight on your home screen";

let rose: Person;
beforeAll(async () => {
  ({ rose } = await reyesFamily(server()));
});

const open = (device = {}) => windows.open(server().url, { ...deviceOf(server().url, rose), ...device });

/** Reloads the page and waits until it has fetched all that it shows. */
async function stayHome(page: Page): Promise<void> {
  await page.reload();
  await link(page, "See the week").waitFor();
  await expect.poll(() => isHelpAtHand(page)).toBe(true);
}

it("on an iPhone the steps to install are shown below the day, until “Not now”", async () => {
  const page = await open(iPhone);
  await page.getByText(hint).waitFor();
  await page.getByText("Add to Home Screen").waitFor();
  expect(await button(page, "Add to my home screen").count()).toBe(0);
  const top = async (locator: Locator) => (await locator.boundingBox())?.y ?? 0;
  expect(await top(page.getByText(hint))).toBeGreaterThan(await top(heading(page, "Things To Do")));
  await link(page, "I Need Help").click();
  await heading(page, "How can we help?").waitFor();
  expect(await page.getByText(hint).count()).toBe(0);

  await link(page, /^Home$/).click();
  await button(page, "Not now").click();
  await page.getByText(hint).waitFor({ state: "detached" });
  await stayHome(page);
  expect(await page.getByText(hint).count()).toBe(0);
  await link(page, /^Me$/).click();
  await openUnderMore(page, "On my home screen");
  await heading(page, /^Messages$/).click();
  await page.getByText("Only an app on the home screen gets messages here").waitFor();
});

it("on Android one button installs the app where the browser allows it, and it is not offered again", async () => {
  const page = await open(android);
  await page.getByText("Tap the three dots at the top of Chrome").waitFor();
  await offerToInstall(page);
  await button(page, "Add to my home screen").click();
  await page.getByText(hint).waitFor({ state: "detached" });
  await stayHome(page);
  expect(await page.getByText(hint).count()).toBe(0);
});

it("the installed app offers no installation, and a computer offers it only in “Me”", async () => {
  const page = await open(iPhone);
  await page.getByText(hint).waitFor();
  await pretendInstalled(page);
  await stayHome(page);
  expect(await page.getByText(hint).count()).toBe(0);
  await link(page, /^Me$/).click();
  await openUnderMore(page, "My data");
  expect(await heading(page, "On my home screen").count()).toBe(0);

  const computer = await open();
  await stayHome(computer);
  await offerToInstall(computer);
  expect(await computer.getByText(hint).count()).toBe(0);
  await link(computer, /^Me$/).click();
  await openUnderMore(computer, "On my home screen");
  await button(computer, "Add to my home screen").waitFor();
});
