// Nothing moves by itself: while a page loads, and on going from one page to another.
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { askForHelp } from "#contract/help/requests.ts";
import { inLong } from "../support/long-form.ts";
import { layoutShift } from "../support/measures/layout-shift.ts";
import { type Person, reyesFamily } from "../support/people.ts";
import { settled, visitOf } from "../support/screens/visit.ts";
import { useServer } from "../support/server.ts";
import { heading, link } from "../support/steps.ts";
import { dist, useWindows } from "../support/window.ts";

const server = useServer({ dist });
const windows = useWindows();

const maxShift = 0.02;

/** Every answer comes late enough for the page to be drawn without it. */
async function openSlowly(person: Person | undefined, width: number): Promise<Page> {
  const page = await visitOf(server(), windows, { width }).open("/healthz", person);
  const devtools = await page.context().newCDPSession(page);
  const throughput = (1.6 * 1024 * 1024) / 8;
  await devtools.send("Network.emulateNetworkConditions", {
    ...{ offline: false, latency: inLong(150, 40) },
    ...{ downloadThroughput: inLong(throughput, -1), uploadThroughput: inLong(throughput, -1) },
  });
  return page;
}

async function shiftsOn(page: Page, paths: readonly string[]): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  for (const path of paths) {
    await page.goto(server().url + path);
    await settled(page);
    await page.waitForLoadState("networkidle");
    const shift = await layoutShift(page);
    if (shift.total > maxShift) found[path] = shift;
  }
  return found;
}

const tabs = ["", "/puzzles", "/events", "/things-to-do", "/co-admins", "/family", "/plan", "/help"];
const pages = {
  nobody: ["/", "/?signup", "/help", "/invite", "/admin-login", "/week", "/account", "/privacy-policy"],
  rose: ["/", "/help", "/help/1", "/call", "/week", "/account"],
  anna: ["/", "/account", ...tabs.map((tab) => `/admin${tab}`)],
};

describe.each(inLong([320, 390, 820, 1280], [390, 1280]))("%s px wide", (width) => {
  it.each(Object.entries(pages))("nothing moves while a page of %s loads", async (who, paths) => {
    const family = await reyesFamily(server());
    const page = await openSlowly(who === "rose" || who === "anna" ? family[who] : undefined, width);
    expect(await shiftsOn(page, paths)).toEqual({});
  });

  it("a request for help stands where it stays, for Rose and for Anna", async () => {
    const { rose, anna } = await reyesFamily(server());
    await rose.client.call(askForHelp, { body: { text: "My TV isn't working.", categoryId: 1 } });
    for (const person of [rose, anna])
      expect(await shiftsOn(await openSlowly(person, width), ["/"])).toEqual({});
  });

  it("nothing moves on going from one page to another", async () => {
    const page = await openSlowly((await reyesFamily(server())).anna, width);
    await page.goto(server().url);
    const ways = ["Me", "Home", "Help", "Home", "Admin Dashboard", "Puzzles", "Family", "Plan", "Home"];
    const found: Record<string, unknown> = {};
    for (const way of ways) {
      await settled(page);
      await page.waitForLoadState("networkidle");
      const before = await page.evaluate(() => performance.now());
      await link(page, new RegExp(`^${way}$`))
        .last()
        .click();
      await settled(page);
      await page.waitForLoadState("networkidle");
      const shift = await layoutShift(page, before);
      if (shift.total > maxShift) found[way] = shift;
    }
    expect(found).toEqual({});
  });
});

it("the first tap on “I Need Help” needs no connection, because its page has come with home", async () => {
  const page = await openSlowly((await reyesFamily(server())).rose, 390);
  const come = ["/help-page-", "/phrases-page-", "/api/help-categories"].map((path) =>
    page.waitForEvent("requestfinished", (request) => request.url().includes(path)),
  );
  await page.goto(server().url);
  await heading(page, "Today's Events").waitFor();
  await Promise.all(come);
  await page.context().setOffline(true);
  // The page of help follows in the same frame, without the loading page between.
  const isShown = await page.evaluate(async () => {
    [...document.querySelectorAll("a")]
      .find(({ textContent }) => textContent?.trim() === "I Need Help")
      ?.click();
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    return document.querySelector("h1")?.textContent === "How can we help?";
  });
  expect(isShown).toBe(true);
  await link(page, "Tech Help").waitFor();
});
