// Failures on a device while a request is being sent: it arrives anyway, exactly once.
// @module-tag extended
import type { Page, Route } from "playwright-core";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { logout } from "#contract/accounts/sign-in.ts";
import { minuteMs } from "#contract/durations.ts";
import { scriptsOf } from "#tests/support/bundle.ts";
import { countWaiting, withActiveWorker } from "#tests/support/device.ts";
import { inLong } from "#tests/support/long-form.ts";
import { endFailures, hold, type NetworkFailure, unreachable } from "#tests/support/network-failures.ts";
import { reyesFamily } from "#tests/support/people.ts";
import { deviceOf } from "#tests/support/screens/visit.ts";
import { useServer } from "#tests/support/server.ts";
import { button, heading, link, provePhoneOnScreen } from "#tests/support/steps.ts";
import { dist, followClock, moveClockUntil, useWindows, widths } from "#tests/support/window.ts";
import { print } from "../proof/figures.ts";

const server = useServer({ dist });
const firstVisits = useWindows();
const windows = withActiveWorker(firstVisits);
const notSent = "Saved on this device. Not sent yet.";
const phrases = ["My TV isn't working.", "My phone is acting strange."] as const;
const calls = "**/api/help-requests";

const rounds = inLong(10, 1);

let family: Awaited<ReturnType<typeof reyesFamily>>;
beforeEach(async () => {
  family = await reyesFamily(server());
});

/** Rose's requests on the server, oldest first. */
const requests = () =>
  server()
    .database.kysely.selectFrom("help_requests")
    .select(["phrase", "state"])
    .where("asked_by", "=", family.rose.id)
    .orderBy("id")
    .execute();
const arrived = async () => (await requests()).map(({ phrase }) => phrase);
const states = async () => (await requests()).map(({ state }) => state);

const figures: [string, number, number, number][] = [];
afterAll(() => {
  for (const [what, runs, asked, came] of figures) {
    print(what, {
      runs,
      asked,
      arrived: came,
      lost: Math.max(asked - came, 0),
      twice: Math.max(came - asked, 0),
    });
  }
});

async function count(what: string, runs: number, asked: readonly string[]): Promise<void> {
  const came = await arrived();
  figures.push([what, runs, asked.length, came.length]);
  expect(came).toEqual(asked);
}

async function goToPhrases(page: Page): Promise<void> {
  await link(page, /^Help$/).click();
  await link(page, "Tech Help").click();
  await button(page, phrases[0]).waitFor();
}

/** Opens the phrases of the first category on Rose's device. */
async function openPhrases(): Promise<Page> {
  const device = { width: widths.phone, ...deviceOf(server().url, family.rose) };
  const page = await windows.open(server().url, device);
  await goToPhrases(page);
  // The connection is cut when the card of a request is on the device.
  await page.waitForFunction(
    (scripts) => {
      const loaded = performance
        .getEntriesByType("resource")
        .map(({ name }) => new URL(name).pathname.slice(1));
      return scripts.every((script) => loaded.includes(script));
    },
    scriptsOf(dist, import.meta.resolve("#web/features/help/requests/request-list.tsx")),
  );
  return page;
}

const isAsking = (route: Route) => route.request().method() === "POST";

/** The request is lost before it reaches the server. */
const lostOnTheWay: NetworkFailure = async () => undefined;

/** The server receives the request, but its answer is lost. */
const lostOnTheWayBack: NetworkFailure = async (route) => void (await route.fetch());

/** Taps a phrase, and resolves when the request was sent without ever getting an answer. */
async function askWithoutAnswer(page: Page, trouble: NetworkFailure): Promise<void> {
  const sentWithoutAnswer = Promise.withResolvers<void>();
  await page.route(calls, async (route) => {
    if (!isAsking(route)) return route.continue();
    await trouble(route);
    sentWithoutAnswer.resolve();
  });
  await button(page, phrases[0]).click();
  await sentWithoutAnswer.promise;
}

async function reload(page: Page): Promise<Page> {
  await endFailures(page);
  await page.reload();
  return page;
}

async function killTab(page: Page): Promise<Page> {
  const next = await page.context().newPage();
  await page.close();
  await next.goto(`${server().url}/help/1`);
  return next;
}

it.for([
  ["the page is reloaded while a request is being sent", reload],
  ["the tab is closed while a request is being sent", killTab],
] as const)("exactly one request each: %s", async ([what, interrupt]) => {
  let page = await openPhrases();
  const asked: string[] = [];
  for (const trouble of Array.from({ length: rounds }, () => [lostOnTheWay, lostOnTheWayBack]).flat()) {
    await askWithoutAnswer(page, trouble);
    asked.push(phrases[0]);
    page = await interrupt(page);
    await expect.poll(arrived).toEqual(asked);
    await expect.poll(() => countWaiting(page)).toBe(0);
    await button(page, phrases[0]).waitFor();
  }
  await count(what, asked.length, asked);
});

it.for([
  ["two tabs send the waiting request at once", false],
  ["two tabs of a browser without locks send the waiting request at once", true],
] as const)("exactly one request each: %s", async ([what, isWithoutLocks]) => {
  const page = await openPhrases();
  const other = await page.context().newPage();
  if (isWithoutLocks) {
    await other.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, "locks"));
    await page.evaluate(() => Reflect.deleteProperty(Navigator.prototype, "locks"));
  }
  await other.goto(server().url);
  await heading(other, "Today's Events").waitFor();
  const asked: string[] = [];
  for (let round = 0; round < rounds; round++) {
    await page.context().setOffline(true);
    await button(page, phrases[0]).click();
    await heading(page, notSent).waitFor();
    await expect.poll(() => countWaiting(other)).toBe(1);
    asked.push(phrases[0]);
    await page.context().setOffline(false);
    await expect.poll(() => countWaiting(page)).toBe(0);
    await expect.poll(arrived).toEqual(asked);
    await goToPhrases(page);
  }
  await count(what, asked.length, asked);
});

/** Stores a request that waits for a connection. */
async function askOffline(page: Page): Promise<void> {
  await page.context().setOffline(true);
  await button(page, phrases[0]).click();
  await heading(page, notSent).waitFor();
}

it("exactly one request each: another page holds the lock for sending and never gives it back", async () => {
  const page = await openPhrases();
  const frozen = await page.context().newPage();
  await frozen.goto(`${server().url}/healthz`);
  await frozen.evaluate(() => void navigator.locks.request("porchlight-outbox", () => new Promise(() => {})));
  await askOffline(page);
  await page.context().setOffline(false);
  await expect.poll(() => countWaiting(page)).toBe(0);
  await count("another page holds the lock", 1, [phrases[0]]);
});

it("exactly one request each: the page goes into the back/forward cache while it sends, without its lock and its database", async () => {
  const page = await openPhrases();
  const other = await page.context().newPage();
  await other.goto(`${server().url}/healthz`);
  const locks = () =>
    other.evaluate(async () => {
      const { held = [], pending = [] } = await navigator.locks.query();
      return held.length + pending.length;
    });
  await askOffline(page);
  const answer = await hold(page, "**/api/auth/status");
  await page.context().setOffline(false);
  await expect.poll(locks).toBe(1);
  // Chromium keeps no page while it is automated, so its events are sent by hand.
  const move = (type: "pagehide" | "pageshow") =>
    page.evaluate((type) => dispatchEvent(new PageTransitionEvent(type, { persisted: true })), type);
  await page.evaluate(() => {
    const { close } = IDBDatabase.prototype;
    IDBDatabase.prototype.close = function () {
      Object.assign(window, { isClosed: true });
      close.call(this);
    };
  });
  await move("pagehide");
  await expect.poll(locks).toBe(0);
  await expect.poll(() => page.evaluate(() => "isClosed" in window)).toBe(true);
  await move("pageshow");
  answer();
  await expect.poll(() => countWaiting(page)).toBe(0);
  await count("the page goes into the back/forward cache", 1, [phrases[0]]);
});

it("exactly one request each: the session ends while requests are waiting, and the sign-in page says that one waits", async () => {
  const page = await openPhrases();
  await page.context().setOffline(true);
  await button(page, phrases[0]).click();
  await heading(page, notSent).waitFor();
  await goToPhrases(page);
  await button(page, phrases[1]).click();
  // Its own attempt has failed by then, so that the requests are sent again in their order.
  await page.getByRole("status").filter({ hasText: phrases[1] }).waitFor();

  let sent = 0;
  await page.route(calls, async (route) => {
    if (isAsking(route) && ++sent === 2) await family.rose.client.call(logout);
    await route.continue();
  });
  await page.context().setOffline(false);
  await page.getByText("You are signed out", { exact: true }).waitFor();
  expect(await arrived()).toEqual([phrases[0]]);
  await link(page, "Porchlight").click();
  await heading(page, notSent).waitFor();
  expect(await page.getByText(phrases[1]).count()).toBe(0);
  expect(await link(page, "Call Anna").getAttribute("href")).toBe(`tel:${family.anna.phoneNumber}`);

  await page.getByRole("banner").getByRole("link", { name: "Sign in", exact: true }).click();
  await heading(page, notSent).waitFor();
  server().clock.advance(minuteMs);
  await provePhoneOnScreen(server(), page, family.rose.phoneNumber);
  await heading(page, "Today's Events").waitFor();
  await expect.poll(() => countWaiting(page)).toBe(0);
  await count("the session ends while requests are waiting", 1, phrases);
});

/** Asks for help, and shows the card of the request that waits on this device. */
async function askInVain(page: Page, trouble: NetworkFailure): Promise<void> {
  await askWithoutAnswer(page, async (route) => {
    // With a connection, the page would hear that the request has arrived.
    await page.context().setOffline(true);
    await trouble(route);
  });
  await link(page, /^Home$/).click();
  await heading(page, notSent).waitFor();
}

/** Holds back the next attempt to send a request until the returned function is called. */
async function holdAttempt(page: Page, outcome: NetworkFailure): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: held, resolve: reportHeld } = Promise.withResolvers<void>();
  await page.route(calls, async (route) => {
    if (!isAsking(route)) return route.continue();
    reportHeld();
    await released;
    await outcome(route);
  });
  await page.context().setOffline(false);
  await held;
  return release;
}

async function sayOk(page: Page): Promise<void> {
  await button(page, "I'm OK now").click();
  await heading(page, notSent).waitFor({ state: "detached" });
}

describe("“I'm OK now” on a request that was not sent yet", () => {
  it("cancels it if an attempt that is under way still reaches the server", async () => {
    const page = await openPhrases();
    await askInVain(page, lostOnTheWay);
    const release = await holdAttempt(page, (route) => route.continue());
    await sayOk(page);
    release();
    await expect.poll(states).toEqual(["CANCELLED"]);
    await expect.poll(() => countWaiting(page)).toBe(0);
    await page.getByText("You canceled this.").waitFor();
  });

  it.for([
    ["on the same page", async (page: Page) => page],
    ["after a reload", reload],
    ["in another tab", killTab],
  ] as const)("cancels it if it had arrived and only its answer was lost: %s", async ([, interrupt]) => {
    const first = await openPhrases();
    await askInVain(first, lostOnTheWayBack);
    expect(await arrived()).toEqual([phrases[0]]);
    await sayOk(first);
    await endFailures(first);
    await first.context().setOffline(false);
    const page = await interrupt(first);
    await expect.poll(states).toEqual(["CANCELLED"]);
    await expect.poll(() => countWaiting(page)).toBe(0);
  });

  it("never sends it if it had not arrived", async () => {
    const device = { ...deviceOf(server().url, family.rose), hasOwnClock: true };
    const page = await windows.open(server().url, device);
    await goToPhrases(page);
    await askInVain(page, lostOnTheWay);
    await sayOk(page);
    let attempts = 0;
    await page.route(calls, (route) => {
      if (isAsking(route)) attempts++;
      return route.continue();
    });
    await page.context().setOffline(false);
    await moveClockUntil(page, async () => (await countWaiting(page)) === 0);
    expect(attempts).toBe(0);
    expect(await states()).toEqual([]);
  });

  it("keeps its card away if the server then refuses it", async () => {
    const page = await openPhrases();
    await askInVain(page, lostOnTheWay);
    const problem = { message: "Please choose again.", code: "invalid" };
    const release = await holdAttempt(page, (route) => route.fulfill({ status: 400, json: problem }));
    await sayOk(page);
    const answered = page.waitForResponse(calls);
    release();
    await answered;
    await link(page, /^Help$/).click();
    await link(page, /^Home$/).click();
    await heading(page, "Today's Events").waitFor();
    expect(await page.getByText("This could not be sent.").count()).toBe(0);
  });
});

/** Some private windows refuse storage in this way. */
const refuseStorage = () => {
  IDBFactory.prototype.open = () => {
    throw new DOMException("Not here.", "SecurityError");
  };
};

/** Storage that never answers: its deletion waits for a connection that stays open. */
const blockStorage = () => {
  // Without a reference, it would be garbage-collected together with the connection.
  Reflect.set(window, "keptOpen", indexedDB.open("porchlight", 1));
  indexedDB.deleteDatabase("porchlight");
};

it.for([
  ["a browser without storage", refuseStorage],
  ["storage that never answers", blockStorage],
] as const)(
  "exactly one request each: %s; a request that was not sent is not reported as saved",
  async ([what, spoil]) => {
    const device = { ...deviceOf(server().url, family.rose), hasOwnClock: true };
    const page = await windows.open(`${server().url}/healthz`, device);
    await page.addInitScript(spoil);
    await page.addInitScript(followClock);
    await page.goto(`${server().url}/help/1`);
    await askWithoutAnswer(page, lostOnTheWayBack);
    await page.context().setOffline(true);
    await endFailures(page);
    await moveClockUntil(page, () => page.getByText("This was not sent").isVisible());
    expect(await link(page, "Call Anna").first().getAttribute("href")).toBe(`tel:${family.anna.phoneNumber}`);
    await page.context().setOffline(false);
    await button(page, phrases[0]).click();
    await page.getByText("Help Request Sent", { exact: true }).waitFor();
    await count(what, 1, [phrases[0]]);
  },
);

it("what failed to load without a connection loads as soon as there is one: the request cards and the code that sends requests", async () => {
  const page = await firstVisits.open(`${server().url}/healthz`, deviceOf(server().url, family.rose));
  const [cards = ""] = scriptsOf(dist, import.meta.resolve("#web/features/help/requests/request-list.tsx"));
  const [background = ""] = scriptsOf(dist, import.meta.resolve("#web/app/background.ts"));
  for (const file of [cards, background]) await page.route(`**/${file}`, unreachable);
  await page.goto(server().url);
  await goToPhrases(page);
  await page.context().setOffline(true);
  await button(page, phrases[0]).click();
  await expect.poll(() => countWaiting(page)).toBe(1);
  await link(page, /^Home$/).click();
  await page.getByText("Requests for help could not be loaded").waitFor();
  await endFailures(page);
  await page.context().setOffline(false);
  await page.getByText("Requests for help could not be loaded").waitFor({ state: "detached" });
  await expect.poll(arrived).toEqual([phrases[0]]);
});
