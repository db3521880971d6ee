// Toasts and the failure notice: where they appear, and what they never cover.
// @module-tag extended
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { badGateway, endFailures, hold } from "#tests/support/network-failures.ts";
import { type Person, reyesFamily } from "#tests/support/people.ts";
import { settled, visitOf } from "#tests/support/screens/visit.ts";
import { useServer } from "#tests/support/server.ts";
import {
  button,
  expectFailureToast,
  expectToast,
  heading,
  phoneField,
  provePhoneOnScreen,
} from "#tests/support/steps.ts";
import { dist, moveClockUntil, useWindows, widths } from "#tests/support/window.ts";

const server = useServer({ dist });
const windows = useWindows();
const open = (path: string, person?: Person, width: number = widths.phone) =>
  visitOf(server(), windows, { width }).open(path, person);

/** Links, buttons and fields that a toast lies over. */
const coveredByToast = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const toast = document.querySelector("[aria-label^=Messages] li")?.getBoundingClientRect();
    if (!toast) return ["no toast"];
    const targets = [
      ...document.querySelectorAll(":is(header, nav, main) :is(a, button, input, select, textarea, summary)"),
    ].map((target) => target.closest("label") ?? target);
    const isUnder = (target: Element) => {
      if (target.closest("[aria-label^=Messages]")) return false;
      const { left, right, top, bottom } = target.getBoundingClientRect();
      return left < toast.right && right > toast.left && top < toast.bottom - 1 && bottom > toast.top + 1;
    };
    return targets.filter(isUnder).map(({ textContent }) => textContent ?? "");
  });

/** The same in larger text on a phone, where the words take more lines. */
async function coveredInLargerText(page: Page): Promise<string[]> {
  await page.setViewportSize({ width: widths.phone, height: 720 });
  const found: string[] = [];
  for (const text of ["24", "30", "20"]) {
    await page.evaluate((size) => document.documentElement.setAttribute("data-text", size), text);
    found.push(...(await coveredByToast(page)).map((words) => `text ${text}: ${words}`));
  }
  return found;
}

/** How far the navigation is above the lower edge of the window. */
const gapBelowNavigation = (page: Page): Promise<number> =>
  page
    .getByRole("navigation", { name: "Main" })
    .evaluate((navigation) => Math.round(innerHeight - navigation.getBoundingClientRect().bottom));

it("no toast covers a link, a button or a field, not even those of the masthead, whatever the width", async () => {
  const page = await open("/?signup");
  await page.setViewportSize({ width: widths.phone, height: 700 });
  // A request that fails leaves its toast on the page that caused it.
  await page.route("**/api/auth/request-verification", badGateway);
  await phoneField(page).fill("6145550199");
  await button(page, "Text me a code").click();
  await expectFailureToast(page, "Failed to send verification code", "Please try again.");
  // A toast stays while it has the focus.
  await button(page, "Close").focus();
  for (const width of [320, 390, 820, 1280]) {
    await page.setViewportSize({ width, height: 720 });
    expect(await coveredByToast(page), `${width} px`).toEqual([]);
  }
  expect(await coveredInLargerText(page)).toEqual([]);
  await endFailures(page);
  await provePhoneOnScreen(server(), page);
  await expectToast(page, "Phone verified", "Please complete your profile information.");
  await button(page, "Close").focus();
  for (const width of [1280, 820, 390, 320]) {
    await page.setViewportSize({ width, height: 720 });
    expect(await coveredByToast(page), `${width} px`).toEqual([]);
  }
  expect(await coveredInLargerText(page)).toEqual([]);
});

it("a toast on a page that has been scrolled hangs below the masthead, and covers nothing in it or in the navigation", async () => {
  const page = await open("/admin/puzzles", (await reyesFamily(server())).anna);
  await page.getByLabel("Question").fill("What is round?");
  for (const option of ["A ball", "A box"]) {
    await page.getByLabel("Another option").fill(option);
    await button(page, "Add").click();
  }
  await page.getByLabel("A ball").check();
  await button(page, "Create puzzle").click();
  await expectToast(page, "Puzzle created");
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0);
  const { masthead, toast } = await page.evaluate(() => ({
    masthead: document.querySelector("header")?.getBoundingClientRect().toJSON(),
    toast: document.querySelector("[aria-label^=Messages] li")?.getBoundingClientRect().toJSON(),
  }));
  expect(masthead.top).toBe(0);
  expect(toast.top).toBeGreaterThanOrEqual(masthead.bottom - 4);
  expect(await gapBelowNavigation(page)).toBe(0);
});

it("a failing server causes one notice on home, and one button reads everything again", async () => {
  const page = await open("/healthz", (await reyesFamily(server())).rose);
  // The failures end with the click. A part that is loaded late repeats a read, and with its success all notices would
  // go before it.
  await page.addInitScript(() => {
    addEventListener("click", () => document.documentElement.setAttribute("data-clicked", ""), true);
  });
  const isClicked = () => page.evaluate(() => document.documentElement.hasAttribute("data-clicked"));
  await page.route(/\/api\/(?!live)/, async (route) => {
    await ((await isClicked()) ? route.continue() : badGateway(route));
  });
  // When it reconnects, everything is read again.
  await page.context().route("**/api/live", badGateway);
  await page.goto(server().url);
  await heading(page, "Daily Puzzle").waitFor();
  await page.getByText("Today's puzzle could not be loaded").waitFor();
  await settled(page);
  const notices = page.getByRole("main").getByRole("alert");
  expect(await notices.allTextContents()).toEqual([expect.stringMatching(/^Porchlight did not answer/)]);
  await button(page, "Try again").click();
  await page.getByText("No events scheduled for today").waitFor();
  await expect.poll(() => notices.count()).toBe(0);
});

it("a server that fails after home was read causes one message, and everything stays on the screen", async () => {
  const page = await open("/", (await reyesFamily(server())).rose);
  await page.getByText("No events scheduled for today").waitFor();
  await page.waitForLoadState("networkidle");
  await page.route(/\/api\/(?!live)/, badGateway);
  await page.reload();
  const main = page.getByRole("main");
  await main.getByText(/^This is the latest we have\. Last updated/).waitFor();
  await settled(page);
  await main.getByText("No events scheduled for today").waitFor();
  expect(await main.getByText("This is the latest we have.").count()).toBe(1);
  expect(await main.getByText(/could not be loaded/).count()).toBe(0);
});

it("a single part that fails says so in its own place", async () => {
  const page = await open("/healthz", (await reyesFamily(server())).rose);
  await page.route("**/api/home", badGateway);
  await page.route("**/api/puzzles/active", badGateway);
  await page.goto(server().url);
  const puzzle = page.getByRole("region", { name: "Daily Puzzle" });
  await puzzle.getByRole("alert").waitFor();
  expect(await page.getByText("Porchlight did not answer").count()).toBe(0);
  await endFailures(page);
  await button(page, "Try again").click();
  await puzzle.getByRole("group").waitFor();
});

it("a list that never comes is asked for again on request, and the form above it keeps its words", {
  tags: "extended",
}, async () => {
  const { anna } = await reyesFamily(server());
  const page = await visitOf(server(), windows).open("/healthz", anna, { hasOwnClock: true });
  await page.route("**/api/manual-events", () => {}, { times: 1 });
  await page.goto(`${server().url}/admin/events?add`);
  const line = page.getByLabel("Add an event in one line");
  await line.fill("Piano on tuesday");
  await moveClockUntil(page, () => button(page, "Try again").isVisible());
  await button(page, "Try again").click();
  await page.getByText("Your family has no events here yet.").waitFor();
  expect(await line.inputValue()).toBe("Piano on tuesday");
});

it("the week asks people who are signed out to sign in, and asks the server for nothing", async () => {
  const page = await open("/healthz");
  const calls: string[] = [];
  page.on("request", (request) => calls.push(new URL(request.url()).pathname));
  await page.goto(`${server().url}/week`);
  await page.getByText("You are not signed in on this device.").waitFor();
  expect(await page.getByRole("link", { name: "Sign in with a code" }).getAttribute("href")).toBe("/?signup");
  expect(await page.getByText("could not be loaded").count()).toBe(0);
  expect(calls).not.toContain("/api/calendar-events");
});

it("a slow start shows skeletons for all of the day, dark enough for an eye with a cataract", async () => {
  for (const person of Object.values(await reyesFamily(server())).slice(0, 2)) {
    const page = await open("/healthz", person);
    const release = await hold(page, "**/api/home");
    await page.goto(server().url);
    const skeletons = page.locator("[class*=_skeleton_]");
    await expect.poll(() => skeletons.first().isVisible()).toBe(true);
    const shown = await skeletons.evaluateAll((all) =>
      all.filter((one) => one.checkVisibility({ visibilityProperty: true })).map((one) => one.clientHeight),
    );
    expect(shown.length).toBeGreaterThanOrEqual(10);
    const edge = await skeletons.first().evaluate((one) => {
      const probe = document.createElement("i");
      probe.style.color = "var(--control)";
      one.append(probe);
      return getComputedStyle(one).borderTopColor === getComputedStyle(probe).color;
    });
    // tokens.test.ts checks this color against every background.
    expect(edge).toBe(true);
    release();
    await heading(page, "Today's Events").waitFor();
    await page.getByText("No local events available").waitFor();
    await expect.poll(() => skeletons.count()).toBe(0);
  }
});
