// The app on a device that lost its connection after one visit.
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { beforeEach, expect, it } from "vitest";
import { logout } from "#contract/accounts/sign-in.ts";
import { minuteMs } from "#contract/durations.ts";
import { askForHelp, listHelpRequests, resolveHelpRequest } from "#contract/help/requests.ts";
import { countCacheable, countKept, openOnDevice, waitUntilCached } from "#tests/support/device.ts";
import type { Window } from "#tests/support/engines/window.ts";
import { useEngineWindows } from "#tests/support/engines/windows.ts";
import { useFront } from "#tests/support/front.ts";
import { type Person, reyesFamily } from "#tests/support/people.ts";
import { photoBytes } from "#tests/support/photos.ts";
import { deviceOf } from "#tests/support/screens/visit.ts";
import { startServer } from "#tests/support/server.ts";
import {
  askForHelpOnScreen,
  button,
  choosePhoto,
  heading,
  link,
  logOutGrandparent,
  openMore,
  provePhoneOnScreen,
} from "#tests/support/steps.ts";
import { dist, moveClockUntil, useWindows, widths } from "#tests/support/window.ts";

const front = useFront("http");
const server = () => front().server;
const windows = useEngineWindows();
const chromium = useWindows();
const notSent = "Saved on this device. Not sent yet.";
const sent = "Sent. Trying to reach your family.";
const phrase = "My TV isn't working.";

let family: Awaited<ReturnType<typeof reyesFamily>>;
beforeEach(async () => {
  family = await reyesFamily(server());
});

const asked = async () => (await family.anna.client.call(listHelpRequests)).map(({ phrase }) => phrase);

async function visit(person: Person, options = {}): Promise<Page> {
  const page = await openOnDevice(chromium, server().url, person, options);
  await waitUntilCached(page);
  return page;
}

it("opens offline, shows the day, stores a request, and offers a call and a prepared text after 20 seconds", {
  tags: "chromium",
}, async () => {
  const rose = await visit(family.rose);
  const context = rose.context();
  await context.setOffline(true);
  await rose.reload();
  await rose.getByText("You are not online right now").waitFor();
  await rose.getByText("No events scheduled for today").waitFor();
  await rose
    .getByText(/Last updated/)
    .nth(2)
    .waitFor();
  await rose.locator("section", { hasText: "Daily Puzzle" }).getByRole("button").first().waitFor();
  expect(await rose.getByText("could not be").count()).toBe(0);

  await askForHelpOnScreen(rose, "Tech Help", phrase);
  await heading(rose, notSent).waitFor();
  expect(await link(rose, "Text Anna").count()).toBe(0);
  await rose.close();

  // The tab is closed. Another one finds the request, even without a connection.
  const again = await context.newPage();
  await again.goto(server().url);
  await heading(again, notSent).waitFor();
  await moveClockUntil(again, () => link(again, "Text Anna").isVisible());
  const { phoneNumber } = family.anna;
  const words = "I%20need%20help%3A%20My%20TV%20isn't%20working.";
  expect(await link(again, "Text Anna").getAttribute("href")).toBe(`sms:${phoneNumber}?body=${words}`);
  expect(await link(again, "Call Anna").last().getAttribute("href")).toBe(`tel:${phoneNumber}`);
  expect(await asked()).toEqual([]);

  // The browser reports that it is online before the network works. The next try soon succeeds.
  const tries: number[] = [];
  await again.route("**/api/help-requests", (route) => {
    if (route.request().method() === "POST") tries.push(Date.now());
    return tries.length === 1 ? route.abort() : route.continue();
  });
  await context.setOffline(false);
  await heading(again, sent).waitFor();
  await heading(again, notSent).waitFor({ state: "detached" });
  expect(await asked()).toEqual([phrase]);
  const [first = 0, second = 0] = tries;
  expect(second - first).toBeLessThan(10_000);
});

/** Opens the app on Rose's tablet, which was here before and has cached her day. */
async function visitAgain(): Promise<Window> {
  const { url } = front();
  const device = { width: widths.tablet, hasWorker: true, timezoneId: "America/New_York" };
  const page = await windows.open(url, { ...device, ...deviceOf(url, family.rose) });
  await heading(page, "Today's Events").waitFor();
  await expect.poll(() => countKept(page)).toBe(await countCacheable(server().url));
  return page;
}

async function askInVain(page: Window): Promise<void> {
  await front().close();
  await askForHelpOnScreen(page, "Tech Help", phrase);
  await heading(page, notSent).waitFor();
}

async function signInOnScreen(page: Window, { phoneNumber }: Person): Promise<void> {
  // A new code can be asked for after a minute.
  server().clock.advance(minuteMs);
  await provePhoneOnScreen(server(), page, phoneNumber);
  await heading(page, "Today's Events").waitFor();
}

async function logOutOnScreen(page: Window): Promise<void> {
  await link(page, /^Me$/).click();
  await logOutGrandparent(page);
}

it("a request survives signing out; the next person neither sends nor sees it, nor the previous person's day", async () => {
  const page = await visitAgain();
  await askInVain(page);
  await logOutOnScreen(page);
  await heading(page, notSent).waitFor();
  await link(page, "Call Anna").waitFor();
  expect(await page.getByText(phrase).count()).toBe(0);
  await expect.poll(() => countKept(page)).toBe(0);

  await front().open();
  await link(page, "Get Started").first().click();
  await signInOnScreen(page, family.ben);
  await expect.poll(() => countKept(page)).toBe(await countCacheable(server().url));
  expect(await heading(page, notSent).count()).toBe(0);
  expect(await asked()).toEqual([]);
  // Rose's token is combined with the day cached for Ben, which must not be shown to her.
  await front().close();
  const bensToken = await page.evaluate(() => localStorage.getItem("token"));
  const setToken = (token: string | null) =>
    page.evaluate((token) => localStorage.setItem("token", token ?? ""), token);
  await setToken(family.rose.client.token ?? "");
  await page.goto(front().url);
  await page.getByText("Today's events could not be loaded").waitFor();
  await setToken(bensToken);

  await front().open();
  await page.goto(front().url);
  await link(page, /^Me$/).click();
  await button(page, "Log Out").click();
  await link(page, "Get Started").first().click();
  await signInOnScreen(page, family.rose);
  await heading(page, sent).waitFor();
  expect(await asked()).toEqual([phrase]);
});

it("Rose's session ends while her request waits: she is told so, and it is sent once she has signed in again", {
  tags: "extended",
}, async () => {
  const page = await visitAgain();
  await askInVain(page);
  await family.rose.client.call(logout);
  await front().open();
  await page.getByText("You are signed out", { exact: true }).waitFor();
  await link(page, "Porchlight").click();
  await heading(page, notSent).waitFor();
  expect(await asked()).toEqual([]);
  await page.getByRole("main").getByRole("link", { name: "Sign in", exact: true }).click();
  await signInOnScreen(page, family.rose);
  await heading(page, sent).waitFor();
  expect(await asked()).toEqual([phrase]);
});

it("a request that Rose takes back before it was sent is never sent, and her next one is", {
  tags: "extended",
}, async () => {
  const page = await visitAgain();
  await askInVain(page);
  await button(page, "I'm OK now").click();
  await heading(page, notSent).waitFor({ state: "detached" });
  await front().open();
  const next = "My phone is acting strange.";
  await askForHelpOnScreen(page, "Tech Help", next);
  await heading(page, sent).waitFor();
  expect(await asked()).toEqual([next]);
});

it("opens while the server is down, and says once how old it is", {
  tags: "chromium",
}, async () => {
  const other = await startServer({ dist });
  const { rose } = await reyesFamily(other);
  const page = await openOnDevice(chromium, other.url, rose);
  await waitUntilCached(page);
  await other.stop();
  await page.reload();
  await page.getByText("This is the latest we have.").waitFor();
  await page.getByText("No events scheduled for today").waitFor();
  await page.goto(`${other.url}/help/1`);
  await button(page, phrase).click();
  await heading(page, notSent).waitFor();
});

it("a new version takes over without breaking an open page of the old one", {
  tags: "chromium",
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), "porchlight-dist-"));
  await cp(dist, folder, { recursive: true });
  const other = await startServer({ dist: folder });
  const { rose } = await reyesFamily(other);
  const page = await openOnDevice(chromium, other.url, rose);
  await waitUntilCached(page);

  // The versions before this one asked the server for each page while the worker started, and once more without it.
  const isPreloading = () =>
    page.evaluate(async () => {
      const { navigationPreload } = await navigator.serviceWorker.ready;
      return (await navigationPreload.getState()).enabled;
    });
  await page.evaluate(async () => (await navigator.serviceWorker.ready).navigationPreload.enable());
  expect(await isPreloading()).toBe(true);

  const worker = join(folder, "service-worker.js");
  const old = (await readdir(join(folder, "assets"))).find((name) => /^week-page.*\.js$/.test(name)) ?? "";
  const text = await readFile(worker, "utf8");
  const next = text
    .replace(/(url:[`"']\/index\.html[`"'],revision:[`"'])\w+/, "$1next")
    .replace(new RegExp(`\\{[^{}]*${old}[^{}]*\\},?`), "");
  await writeFile(worker, next);
  await rm(`${worker}.br`);
  await rm(join(folder, "assets", old));
  await rm(join(folder, "assets", `${old}.br`));
  await page.evaluate(async () => {
    const taken = new Promise((resolve) =>
      navigator.serviceWorker.addEventListener("controllerchange", resolve),
    );
    await (await navigator.serviceWorker.getRegistration())?.update();
    await taken;
  });
  await expect.poll(isPreloading).toBe(false);
  await link(page, "See the week").click();
  await heading(page, /week/i).first().waitFor();
  await other.stop();
  await rm(folder, { recursive: true });
});

/** As when another app covers the browser. */
const cover = (page: Page) =>
  page.evaluate(() => {
    Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
    Reflect.deleteProperty(document, "visibilityState");
    document.dispatchEvent(new Event("visibilitychange"));
  });

it("a new version does not reload home under the camera app while Rose asks for help, but afterwards", {
  tags: ["extended", "chromium"],
}, async () => {
  const { client } = family.rose;
  const page = await visit(family.rose);
  // The first version that takes over is no update.
  await page.reload();
  await heading(page, "Today's Events").waitFor();
  await page.waitForLoadState("networkidle");
  await page.evaluate(() => navigator.serviceWorker.dispatchEvent(new Event("controllerchange")));
  await page.evaluate(() => Object.assign(globalThis, { isOldVersion: true }));
  const isOldVersion = () => page.evaluate(() => "isOldVersion" in globalThis);
  const { id } = await client.call(askForHelp, { body: { phraseId: 101 } });
  await openMore(page);
  await button(page, "Take a picture").waitFor();
  await cover(page);
  await choosePhoto(page, await photoBytes());
  await page.getByRole("img", { name: "The picture you took" }).waitFor();
  expect(await isOldVersion()).toBe(true);

  await client.call(resolveHelpRequest, { params: { id } });
  const lamp = page.locator('link[rel="icon"]');
  await expect.poll(() => lamp.getAttribute("href")).toBe("/favicon.svg");
  await cover(page);
  await expect.poll(() => isOldVersion().catch(() => true)).toBe(false);
});

it("the worker stores all files that the page links, answers no API call, and is revalidated each time", {
  tags: "chromium",
}, async () => {
  const rose = await visit(family.rose);
  const worker = await fetch(`${server().url}/service-worker.js`);
  const manifest = await fetch(`${server().url}/manifest.webmanifest`);
  for (const { headers } of [worker, manifest]) expect(headers.get("cache-control")).toBe("no-cache");
  expect(manifest.headers.get("content-type")).toMatch(/^application\/manifest\+json/);
  const stored = await rose.evaluate(async () => {
    const caches = await Promise.all((await self.caches.keys()).map((name) => self.caches.open(name)));
    const requests = await Promise.all(caches.map((cache) => cache.keys()));
    return requests.flat().map(({ url }) => url.slice(location.origin.length));
  });
  expect(
    stored.filter((path) => !/^\/(assets\/[^?]+$|(index\.html|old-browser\.js|display\.js)\?)/.test(path)),
  ).toEqual([]);
  const linked = await rose.$$eval("script[src], link[rel=stylesheet]", (links) =>
    links.map((link) => link.getAttribute("src") ?? link.getAttribute("href")),
  );
  const paths = stored.map((path) => path.replace(/\?.*/, ""));
  expect(paths).toEqual(expect.arrayContaining(["/index.html", ...linked]));
  await rose.context().setOffline(true);
  for (const path of ["/api/auth/status", "/sandbox", "/healthz"]) {
    await expect(rose.evaluate((path) => fetch(path).then(({ status }) => status), path)).rejects.toThrow();
    await expect(
      rose
        .context()
        .newPage()
        .then((page) => page.goto(server().url + path)),
    ).rejects.toThrow();
  }
});
