// The requests that home makes, and when it makes them.
import type { Page, Request } from "playwright-core";
import { expect, it, onTestFinished } from "vitest";
import { minuteMs } from "#contract/durations.ts";
import { askForHelp, listHelpRequests } from "#contract/help/requests.ts";
import { addLocalEvent } from "#contract/local-events.ts";
import { readConfig } from "#server/platform/config/config.ts";
import { openOnDevice, waitUntilCached } from "#tests/support/device.ts";
import { dayIn } from "#tests/support/events.ts";
import { isHelpAtHand } from "#tests/support/help-categories.ts";
import { untilCaughtUp } from "#tests/support/live-stream.ts";
import { badGateway, hold } from "#tests/support/network-failures.ts";
import { reyesFamily } from "#tests/support/people.ts";
import { standInForPush } from "#tests/support/push-in-browser.ts";
import { type Visit, visitOf } from "#tests/support/screens/visit.ts";
import { startServer, useServer } from "#tests/support/server.ts";
import { button, heading } from "#tests/support/steps.ts";
import { dist, moveClockUntil, useWindows } from "#tests/support/window.ts";

const server = useServer({ dist });
const windows = useWindows();
const openAs: Visit["open"] = (path, somebody, device) =>
  // If the device's day differs from the family's, home reads its day a second time.
  visitOf(server(), windows, { timezoneId: "America/New_York" }).open(path, somebody, device);

/** The calls that home's lines would make one by one. */
const lines = [
  ...["/api/auth/status", "/api/family", "/api/calendar-events", "/api/calendar-events/tomorrow"],
  ...["/api/puzzles/active", "/api/local-events/active", "/api/stale-calendars"],
];

/** Records the paths that the page requests. */
function noteReads(page: Page) {
  const paths: string[] = [];
  page.on("request", (request) => paths.push(new URL(request.url()).pathname));
  return {
    ofLines: () => paths.filter((path) => lines.includes(path)),
    of: (path: string) => paths.filter((each) => each.endsWith(path)).length,
  };
}

const noEvents = (page: Page) => page.getByText("No events scheduled for today");

it("home requests everything in one call before its scripts have loaded, and later reads each line on its own", async () => {
  const { anna, rose } = await reyesFamily(server());
  const page = await openAs("/healthz", rose);
  const reads = noteReads(page);
  const releaseScripts = await hold(page, "**/assets/home-*.js");
  const asking = page.waitForRequest("**/api/home");
  await page.goto(server().url, { waitUntil: "commit" });
  expect((await asking).headers().authorization).toBe(`Bearer ${rose.client.token}`);
  const live = page.waitForResponse("**/api/live?since=*");
  releaseScripts();
  await noEvents(page).waitFor();
  await page.getByText("No local events available").waitFor();
  await live;
  await page.waitForLoadState("networkidle");
  expect(reads.of("/api/home")).toBe(1);
  expect(reads.ofLines()).toEqual([]);
  expect(reads.of("/api/help-requests") + reads.of("/api/reachability")).toBe(0);

  const day = dayIn(server(), 1);
  await anna.client.call(addLocalEvent, {
    body: { title: "Concert", date: `${day}T23:00`, location: "Park" },
  });
  await heading(page, "Concert").waitFor();
  expect(reads.ofLines()).toEqual(["/api/local-events/active"]);
});

it("a change from before the live connection opened is shown, and nothing else is read again", {
  tags: "extended",
}, async () => {
  const { anna, rose } = await reyesFamily(server());
  const page = await openAs("/healthz", rose, { hasOwnClock: true });
  await page.clock.setFixedTime(new Date());
  const reads = noteReads(page);
  const releaseScripts = await hold(page, "**/assets/home-*.js");
  const home = page.waitForResponse("**/api/home");
  await page.goto(server().url, { waitUntil: "commit" });
  await home;
  const day = dayIn(server(), 1);
  await anna.client.call(addLocalEvent, {
    body: { title: "Concert", date: `${day}T23:00`, location: "Park" },
  });
  releaseScripts();
  await heading(page, "Concert").waitFor();
  expect(reads.ofLines()).toEqual(["/api/local-events/active"]);
});

it("when that one call fails, each line makes its own call, once", { tags: "extended" }, async () => {
  const { rose } = await reyesFamily(server());
  const page = await openAs("/healthz", rose, { hasOwnClock: true });
  await page.clock.setFixedTime(new Date());
  const isShown = Promise.withResolvers<void>();
  await page.route("**/api/home", async (route) => {
    await isShown.promise;
    await badGateway(route);
  });
  const reads = noteReads(page);
  await page.goto(server().url);
  await page.getByRole("heading", { name: /^Good/ }).waitFor();
  isShown.resolve();
  await noEvents(page).waitFor();
  await page.getByText("No local events available").waitFor();
  await expect.poll(() => reads.ofLines().sort()).toEqual(lines.toSorted());
});

it("when the requests for help cannot be read, home says so instead of asking for them without end", {
  tags: "extended",
}, async () => {
  const { anna } = await reyesFamily(server());
  const page = await openAs("/healthz", anna);
  await page.route(/\/api\/(home|help-requests)$/, badGateway);
  const reads = noteReads(page);
  await page.goto(server().url);
  await page.getByText("Requests for help could not be loaded").waitFor();
  await page.waitForLoadState("networkidle");
  expect(reads.of("/api/help-requests")).toBeLessThanOrEqual(5);
});

it("when the server doesn't say who the person is, home doesn't wait for its other reads", {
  tags: "extended",
}, async () => {
  const { rose } = await reyesFamily(server());
  const page = await openAs("/healthz", rose, { hasOwnClock: true });
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + minuteMs);
  await page.route(/\/api\/(home|auth\/status)$/, badGateway);
  await page.route("**/api/puzzles/active", () => {});
  await page.goto(server().url);
  const isShown = async () => {
    // The page's timers only run here, so its limit of three seconds is never reached.
    await page.clock.runFor(1);
    return page.getByText("No local events available").isVisible();
  };
  await expect.poll(isShown).toBe(true);
});

it("twenty-five unseen requests take two calls for their receipts, and few reads of the list", {
  tags: "extended",
}, async () => {
  const { anna, rose } = await reyesFamily(server());
  const count = 25;
  for (let place = 1; place <= count; place++)
    await rose.client.call(askForHelp, { body: { text: `Please fix lamp ${place}.` } });
  const page = await openAs("/healthz", anna);
  const reads = noteReads(page);
  await page.goto(server().url);
  const reached = async () =>
    (await rose.client.call(listHelpRequests)).filter(({ receipts }) =>
      receipts.some(({ state, person }) => state === "REACHED" && person?.id === anna.id),
    );
  await expect.poll(async () => (await reached()).length).toBe(count);
  await page.waitForLoadState("networkidle");
  expect(reads.of("/receipts")).toBeLessThanOrEqual(2);
  expect(reads.of("/api/help-requests")).toBeLessThanOrEqual(5);
});

it("changes that arrive together are read once, and a change during a read is read after it", async () => {
  const { anna, rose } = await reyesFamily(server());
  const page = await openAs("/", rose);
  await page.getByText("No local events available").waitFor();
  await page.waitForLoadState("networkidle");
  const reads = noteReads(page);
  const release = await hold(page, "**/api/local-events/active");
  const day = dayIn(server(), 1);
  const add = (title: string) =>
    anna.client.call(addLocalEvent, { body: { title, date: `${day}T10:00`, location: "Park" } });
  await add("Concert");
  await expect.poll(() => reads.ofLines()).toHaveLength(1);
  await Promise.all(Array.from({ length: 20 }, (_, place) => add(`Walk ${place + 1}`)));
  await untilCaughtUp(server());
  release();
  await heading(page, "Walk 20").waitFor();
  expect(reads.ofLines().length).toBeLessThanOrEqual(3);
});

/** Loads home again on a device that has the app, until nothing more is fetched in advance. Returns its calls. */
async function callsOfReload(page: Page): Promise<string[]> {
  const calls: string[] = [];
  const note = (request: Request) => {
    // What the page before the reload still asked for does not count.
    if (request.isNavigationRequest()) calls.length = 0;
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/api/")) calls.push(`${request.method()} ${pathname}`);
  };
  page.on("request", note);
  await page.reload();
  await noEvents(page).waitFor();
  await moveClockUntil(page, () => isHelpAtHand(page));
  // By then the app has looked after its service worker and its messages.
  await page.clock.fastForward(5_000);
  await page.waitForLoadState("networkidle");
  page.off("request", note);
  return calls;
}

/** The hellos are read for their pictures, which the device keeps. */
const callsOfHome = ["GET /api/hellos", "GET /api/help-phrases/shown", "GET /api/home", "GET /api/live"];

it.each(["anna", "rose"] as const)(
  "with the app on the device, home makes four calls for %s",
  async (name) => {
    const family = await reyesFamily(server());
    const page = await openOnDevice(windows, server().url, family[name]);
    await waitUntilCached(page);
    expect((await callsOfReload(page)).sort()).toEqual(callsOfHome);
  },
);

it("a device that gets messages makes one call more", async () => {
  const { anna } = await reyesFamily(server());
  const page = await openOnDevice(windows, server().url, anna, { permissions: ["notifications"] });
  await waitUntilCached(page);
  await standInForPush(page);
  await page.goto(`${server().url}/account`);
  await button(page, "Turn on messages here").click();
  await page.getByText("You get messages on this device.").waitFor();
  await page.goto(server().url);
  expect((await callsOfReload(page)).sort()).toEqual([...callsOfHome, "GET /api/push-key"]);
});

it("thirty loads of home in five minutes are all answered", { tags: "extended" }, async () => {
  const { requestsPerSession } = readConfig({}).limits;
  const strict = await startServer({ dist, limits: { requestsPerSession } });
  onTestFinished(() => strict.stop());
  const page = await openOnDevice(windows, strict.url, (await reyesFamily(strict)).rose);
  await waitUntilCached(page);
  const refused: string[] = [];
  page.on("response", (response) => {
    if (response.status() === 429) refused.push(response.url());
  });
  for (let load = 0; load < 30; load++) await callsOfReload(page);
  expect(refused).toEqual([]);
});
