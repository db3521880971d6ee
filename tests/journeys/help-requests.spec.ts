// Requests survive when the server can't be reached.
import type { Page } from "playwright-core";
import { beforeEach, expect, it } from "vitest";
import { listHelpRequests } from "#contract/help/requests.ts";
import { isHelpAtHand } from "#tests/support/help-categories.ts";
import { endFailures } from "#tests/support/network-failures.ts";
import { type Person, reyesFamily } from "#tests/support/people.ts";
import { deviceOf } from "#tests/support/screens/visit.ts";
import { useServer } from "#tests/support/server.ts";
import { askForHelpOnScreen, button, heading, link } from "#tests/support/steps.ts";
import { dist, moveClockUntil, useWindows, widths } from "#tests/support/window.ts";
import { outboxLock } from "#web/features/help/requests/outbox-store.ts";

const server = useServer({ dist });
const windows = useWindows();
const notSent = "Saved on this device. Not sent yet.";
const asking = "**/api/help-requests";

let family: Awaited<ReturnType<typeof reyesFamily>>;
beforeEach(async () => {
  family = await reyesFamily(server());
});

async function signIn(page: Page, { client }: Person): Promise<void> {
  const cookies = client.cookieHeader.split("; ").map((pair) => {
    const [name = "", value = ""] = pair.split("=");
    return { name, value, url: server().url };
  });
  await page.context().addCookies(cookies);
  await page.evaluate((token) => localStorage.setItem("token", token), client.token ?? "");
  await page.goto(server().url);
  await heading(page, "Today's Events").waitFor();
}

async function openAs(person: Person): Promise<Page> {
  const device = { width: widths.phone, ...deviceOf(server().url, person), hasOwnClock: true };
  const page = await windows.open(server().url, device);
  await heading(page, "Today's Events").waitFor();
  return page;
}

const asked = async () => (await family.anna.client.call(listHelpRequests)).map(({ phrase }) => phrase);

const helpIsAtHand = (page: Page) => moveClockUntil(page, () => isHelpAtHand(page));

async function askWithoutConnection(page: Page): Promise<void> {
  await helpIsAtHand(page);
  await page.context().setOffline(true);
  await askForHelpOnScreen(page, "Tech Help", "My TV isn't working.");
  await heading(page, notSent).waitFor();
}

it("without a connection a request waits on the device, and is sent once when the connection is back", async () => {
  const rose = await openAs(family.rose);
  await askWithoutConnection(rose);
  expect(await rose.getByText("Help Request Sent").count()).toBe(0);
  expect(await link(rose, "Call Anna").first().getAttribute("href")).toBe(`tel:${family.anna.phoneNumber}`);
  await rose.getByText("You are not online right now").waitFor();

  await rose.context().setOffline(false);
  await heading(rose, "Sent. Trying to reach your family.").waitFor();
  expect(await heading(rose, notSent).count()).toBe(0);
  expect(await asked()).toEqual(["My TV isn't working."]);
});

it("a request survives closing the tab in which it was made", async () => {
  const rose = await openAs(family.rose);
  await askWithoutConnection(rose);
  const context = rose.context();
  await rose.close();
  await context.setOffline(false);

  const again = await context.newPage();
  await again.goto(server().url);
  await heading(again, "Sent. Trying to reach your family.").waitFor();
  expect(await asked()).toEqual(["My TV isn't working."]);
});

it("a lost answer does not lead to a second request", async () => {
  const rose = await openAs(family.rose);
  await rose.route(asking, async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    await route.fetch();
    return route.abort();
  });
  const lost = rose.waitForEvent("requestfailed", (request) => request.method() === "POST");
  await askForHelpOnScreen(rose, "Tech Help", "My TV isn't working.");
  await heading(rose, "Sent. Trying to reach your family.").waitFor();
  await lost;

  await endFailures(rose);
  const sentAgain = rose.waitForResponse((answer) => answer.request().method() === "POST");
  await rose.evaluate(() => window.dispatchEvent(new Event("online")));
  expect((await sentAgain).status()).toBe(201);
  expect(await asked()).toEqual(["My TV isn't working."]);
});

it("a request that the server cannot accept now is retried automatically", async () => {
  const rose = await openAs(family.rose);
  await rose.route(asking, (route) =>
    route.request().method() === "POST" ? route.fulfill({ status: 503, body: "" }) : route.continue(),
  );
  await askForHelpOnScreen(rose, "Tech Help", "My TV isn't working.");
  await heading(rose, notSent).waitFor();
  expect(await asked()).toEqual([]);

  await endFailures(rose);
  await moveClockUntil(rose, async () => !(await heading(rose, notSent).isVisible()));
  expect(await asked()).toEqual(["My TV isn't working."]);
});

it("a request that the server will never accept is explained plainly and can be dismissed", async () => {
  const rose = await openAs(family.rose);
  const body = JSON.stringify({ message: "Please choose again.", code: "invalid" });
  await rose.route(asking, (route) =>
    route.request().method() === "POST" ? route.fulfill({ status: 400, body }) : route.continue(),
  );
  await askForHelpOnScreen(rose, "Tech Help", "My TV isn't working.");
  await rose.getByText("This was not sent").waitFor();
  await link(rose, "Home").click();
  await heading(rose, "This could not be sent.").waitFor();
  await rose.getByText("Please choose again.").waitFor();
  await button(rose, "I'm OK now").click();
  await heading(rose, "This could not be sent.").waitFor({ state: "detached" });
  await expect.poll(() => rose.evaluate(() => document.activeElement?.localName)).toBe("h1");
});

it("a request is sent only for the person who made it, and for nobody else at the same device", async () => {
  const page = await openAs(family.rose);
  await askWithoutConnection(page);
  await page.evaluate(() => localStorage.clear());
  await page.context().clearCookies();
  // An attempt that began before is still Rose's, and could succeed with the connection.
  await page.evaluate((lock) => navigator.locks.request(lock, () => undefined), outboxLock);
  await page.context().setOffline(false);

  await signIn(page, family.ben);
  await helpIsAtHand(page);
  expect(await heading(page, notSent).count()).toBe(0);
  expect(await asked()).toEqual([]);

  await signIn(page, family.rose);
  await heading(page, "Sent. Trying to reach your family.").waitFor();
  expect(await asked()).toEqual(["My TV isn't working."]);
});

it("a browser without storage sends directly, and says when that failed", async () => {
  const page = await windows.open(`${server().url}/help`, { width: widths.phone, hasOwnClock: true });
  await page.addInitScript(() => {
    indexedDB.open = () => {
      throw new DOMException("No storage here.", "SecurityError");
    };
  });
  await signIn(page, family.rose);
  await helpIsAtHand(page);
  await page.context().setOffline(true);
  await askForHelpOnScreen(page, "Tech Help", "My TV isn't working.");
  await page.getByText("This was not sent").waitFor();

  await page.context().setOffline(false);
  await button(page, "My TV isn't working.").click();
  await page.getByText("Help Request Sent", { exact: true }).waitFor();
  expect(await asked()).toEqual(["My TV isn't working."]);
});
