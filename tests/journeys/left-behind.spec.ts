// Checks what remains on a device after somebody signed out, or was removed from the family.
// @module-tag extended
import type { Page } from "playwright-core";
import { beforeEach, expect, it } from "vitest";
import { logout } from "#contract/accounts/sign-in.ts";
import { removeMember } from "#contract/families.ts";
import { askForHelp } from "#contract/help/requests.ts";
import { countKept, countWaiting, openOnDevice, waitUntilCached } from "#tests/support/device.ts";
import { join, reyesFamily } from "#tests/support/people.ts";
import { photoBytes } from "#tests/support/photos.ts";
import { visitOf } from "#tests/support/screens/visit.ts";
import { useServer } from "#tests/support/server.ts";
import {
  askForHelpOnScreen,
  button,
  choosePhoto,
  expectFailureToast,
  heading,
  link,
  logOutGrandparent,
  openMore,
  provePhoneOnScreen,
} from "#tests/support/steps.ts";
import { dist, followClock, useWindows } from "#tests/support/window.ts";

const server = useServer({ dist });
const windows = useWindows();

let family: Awaited<ReturnType<typeof reyesFamily>>;
beforeEach(async () => {
  family = await reyesFamily(server());
});

/** The name under which a device stores the family. */
const storedFamily = "porchlight-session-family";

const keysOf = (page: Page) =>
  page.evaluate(() => ({ local: Object.keys(localStorage).sort(), session: Object.keys(sessionStorage) }));

/** The paths of everything in the browser's caches. */
const cachedPaths = (page: Page) =>
  page.evaluate(async () => {
    const caches = await Promise.all((await self.caches.keys()).map((name) => self.caches.open(name)));
    const requests = await Promise.all(caches.map((cache) => cache.keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });

it("after Log Out the device keeps nothing of the family except the emergency number", async () => {
  const page = await openOnDevice(windows, server().url, family.anna);
  await waitUntilCached(page);
  await page.goto(`${server().url}/admin/events`);
  await link(page, "Add event").click();
  await page.getByLabel("Title").fill("Dentist");
  const before = await keysOf(page);
  expect(before.session).not.toEqual([]);
  expect(before.local).toContain(storedFamily);
  await button(page, "Log Out").click();
  await link(page, "Get Started").first().waitFor();
  await expect.poll(() => countKept(page)).toBe(0);
  expect(await keysOf(page)).toEqual({ local: ["porchlight-emergency-number"], session: [] });
  expect(
    (await cachedPaths(page)).filter(
      (path) => !/^\/(assets\/|index\.html|old-browser\.js|display\.js)/.test(path),
    ),
  ).toEqual([]);
  expect(await countWaiting(page)).toBe(0);
});

it("Log Out signs out within five seconds, even if the server never answers", {
  tags: "extended",
}, async () => {
  const page = await visitOf(server(), windows).open("/account", family.anna, { hasOwnClock: true });
  await page.evaluate(followClock);
  await page.route("**/api/auth/logout", () => {});
  const asking = page.waitForRequest("**/api/auth/logout");
  await button(page, "Log Out").click();
  await asking;
  await page.clock.fastForward(5_000);
  await link(page, "Get Started").first().waitFor();
  expect((await keysOf(page)).local).not.toContain("token");
});

it("a device that finds itself signed out when it is opened keeps nothing of the family", async () => {
  const page = await visitOf(server(), windows).open("/", family.anna);
  await expect.poll(async () => (await keysOf(page)).local).toContain(storedFamily);
  await page.goto("about:blank");
  await family.anna.client.call(logout);
  await page.goto(server().url);
  await link(page, "Get Started").first().waitFor();
  // The number of the person finds their drafts when they are back.
  const kept = ["porchlight-emergency-number", "porchlight-person"];
  expect((await keysOf(page)).local.toSorted()).toEqual(kept);
  const person = await page.evaluate(() => JSON.parse(localStorage.getItem("porchlight-person") ?? ""));
  expect(Object.keys(person).sort()).toEqual(["draftsId", "id"]);
});

it("on a shared tablet, nobody finds what the person before them made and did not send", async () => {
  const { anna, rose } = family;
  await rose.client.call(askForHelp, { body: { phraseId: 101 } });
  const page = await visitOf(server(), windows).open("/", rose);
  const picture = page.getByRole("img", { name: "The picture you took" });
  const writeMessage = () => page.locator("summary", { hasText: "Write a message" }).click();
  await openMore(page);
  await button(page, "Take a picture").waitFor();
  await choosePhoto(page, await photoBytes());
  await picture.waitFor();
  await writeMessage();
  await page.getByLabel(/^Message to/).fill("Don't tell Anna.");
  await link(page, /^Me$/).click();
  await logOutGrandparent(page);

  await link(page, "Get Started").first().click();
  await provePhoneOnScreen(server(), page, anna.phoneNumber);
  await heading(page, "Rose needs help").waitFor();
  await button(page, "Take a picture").waitFor();
  expect(await picture.count()).toBe(0);
  await writeMessage();
  expect(await page.getByLabel(/^Message to/).inputValue()).toBe("");
});

it("a removed member's device keeps nothing of the family, and they read that their request was not sent", async () => {
  const walter = await join(server(), family.anna, "grandparent", "Walter");
  const page = await openOnDevice(windows, server().url, walter);
  await waitUntilCached(page);
  const context = page.context();
  await context.setOffline(true);
  await askForHelpOnScreen(page, "Tech Help", "My TV isn't working.");
  await heading(page, "Saved on this device. Not sent yet.").waitFor();
  await family.anna.client.call(removeMember, { params: { id: walter.id } });
  expect((await keysOf(page)).local).toContain(storedFamily);
  await page.close();
  await context.setOffline(false);
  const again = await context.newPage();
  await again.goto(server().url);
  await expectFailureToast(
    again,
    "Not sent",
    "You're no longer in the family that you asked for help. Please call someone now.",
  );
  await expect.poll(() => countWaiting(again)).toBe(0);
  // The remaining answer only says who is signed in.
  await expect.poll(() => countKept(again)).toBe(1);
  expect((await keysOf(again)).local).not.toContain(storedFamily);
});
