// Rose's family has moved from one server to another, and the app on her tablet still has the old address.
// @module-tag extended
import { afterAll, beforeAll, expect, it } from "vitest";
import { listHelpRequests } from "#contract/help/requests.ts";
import { moveAwayFrom, startCell } from "#tests/support/cells.ts";
import { unreachable } from "#tests/support/network-failures.ts";
import { invite, reyesFamily } from "#tests/support/people.ts";
import { deviceOf } from "#tests/support/screens/visit.ts";
import type { TestServer } from "#tests/support/server.ts";
import { askForHelpOnScreen, button, heading } from "#tests/support/steps.ts";
import { dist, useWindows, widths } from "#tests/support/window.ts";

const windows = useWindows();
let oak: TestServer;
let elm: TestServer;
beforeAll(async () => {
  [oak, elm] = await Promise.all([startCell({ dist }), startCell({ dist })]);
});
afterAll(() => Promise.all([oak, elm].map((server) => server?.stop())));

it("Rose asks for help at the old address, reads the new one, and goes there signed in", async () => {
  const family = await reyesFamily(elm);
  await moveAwayFrom(oak, [family.rose]);
  const device = { width: widths.tablet, ...deviceOf(oak.url, family.rose) };
  const page = await windows.open(oak.url, device);
  await heading(page, "Today's Events").waitFor();
  const notice = page.getByText(`This page has a new address: ${new URL(elm.url).host}.`);
  await notice.and(page.getByText("This one works until")).waitFor();

  await askForHelpOnScreen(page, "Tech Help", "My TV isn't working.");
  await expect
    .poll(async () => (await family.anna.client.call(listHelpRequests)).map(({ phrase }) => phrase))
    .toEqual(["My TV isn't working."]);
  // Without an answer, what is known stays.
  await page.route("**/api/**", unreachable);
  await page.reload();
  await notice.waitFor();
  await page.unroute("**/api/**", unreachable);

  await button(page, "Open the new page").click();
  await page.waitForURL(`${elm.url}/**`);
  await heading(page, "Today's Events").waitFor();
  expect(await notice.count()).toBe(0);
});

it("an old invitation leads to the new address at once", async () => {
  const { anna } = await reyesFamily(elm);
  await moveAwayFrom(oak, [anna]);
  const code = await invite(anna, "child", "Nora");
  const page = await windows.open(`${oak.url}/invite?code=${code}`, { width: widths.phone });
  await page.waitForURL(`${elm.url}/invite?code=${code}`);
});
