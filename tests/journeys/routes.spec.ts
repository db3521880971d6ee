// The specification's table of routes, the frame of every screen, browser storage, and fixed times.
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { minuteMs } from "#contract/durations.ts";
import { leaveFamily } from "#contract/families.ts";
import { askForHelp, cancelHelpRequest } from "#contract/help/requests.ts";
import { scriptsOf } from "#tests/support/bundle.ts";
import { helpCategories } from "#tests/support/help-categories.ts";
import { endFailures, hold, unreachable } from "#tests/support/network-failures.ts";
import { invite, reyesFamily, signUp } from "#tests/support/people.ts";
import { type Visit, visitOf } from "#tests/support/screens/visit.ts";
import { useServer } from "#tests/support/server.ts";
import { button, heading, link, provePhoneOnScreen } from "#tests/support/steps.ts";
import { dist, useWindows, widths } from "#tests/support/window.ts";

const server = useServer({ dist, limits: { registrationsPerIp: 1000 } });
const windows = useWindows();
const at = (path: string) => server().url + path;
const open = (path: string) => windows.open(at(path));
const openAs: Visit["open"] = (path, person) => visitOf(server(), windows).open(path, person);

const footer = async (page: Page): Promise<void> => {
  for (const [name, path] of [
    ["Privacy Policy", "/privacy-policy"],
    ["Terms of Service", "/terms-of-service"],
  ] as const)
    expect(await page.getByRole("contentinfo").getByRole("link", { name }).getAttribute("href")).toBe(path);
};

const specified = ["Calendar", "Puzzles", "Events", "Co-Admins"];
const navigation = (page: Page) => page.getByRole("navigation", { name: "Main" });

describe("addresses", () => {
  it.each([
    ["/", /^The simple way for families to stay in touch/],
    ["/?signup", "Create your account"],
    ["/help", "How can we help?"],
    ["/admin-login", "Admin Login"],
    ["/admin", "Admin Login"],
    ["/invite", "Invitation Error"],
    ["/privacy-policy", "Privacy Policy"],
    ["/terms-of-service", "Terms of Service"],
    ["/anything/else", "404 Page Not Found"],
  ])("%s works without signing in: %s", async (path, title) => {
    const page = await open(path);
    await page.getByRole("heading", { level: 1, name: title }).waitFor();
    await footer(page);
  });

  it("with a token / and /family/{familyId} are home, /admin is the panel, and /admin-login leads there", async () => {
    const anna = await signUp(server());
    const page = await openAs(`/family/${anna.familyId}`, anna);
    await heading(page, /^Good (morning|afternoon|evening)/).waitFor();
    await page.goto(at("/"));
    await heading(page, /^Good (morning|afternoon|evening)/).waitFor();
    for (const name of ["Today's Events", "Daily Puzzle", "Things To Do"])
      await page.getByRole("region", { name }).waitFor();
    const format = { weekday: "long", month: "long", day: "numeric", timeZone: "America/New_York" } as const;
    const today = server().clock.now().toLocaleDateString("en-US", format);
    const date = page.locator("h1 + p").filter({ hasText: today });
    await date.waitFor();
    expect(await date.getByRole("img").or(date.locator("svg, img")).count(), "the sky at this hour").toBe(1);
    await footer(page);
    await page.goto(at("/admin-login"));
    await heading(page, "Admin Panel").waitFor();
    expect(page.url()).toBe(at("/admin"));
    const tabs = page.getByRole("navigation", { name: "Admin Panel" }).getByRole("link");
    await tabs.first().waitFor();
    const names = await tabs.allTextContents();
    expect(names.filter((name) => specified.includes(name))).toEqual(specified);
    expect(await link(page, "Calendar").first().getAttribute("aria-current")).toBe("page");
    await footer(page);
  });

  it("the panel opens with any token, and the server decides what it shows", async () => {
    const { rose } = await reyesFamily(server());
    const page = await openAs("/admin/co-admins", rose);
    await heading(page, "Admin Panel").waitFor();
    await link(page, "Go home").waitFor();
  });

  it("every part of the panel tells a person without a family so", async () => {
    const anna = await signUp(server());
    await anna.client.call(leaveFamily);
    const page = await openAs("/admin", anna);
    const tabsOn = (panel: Page) => panel.getByRole("navigation", { name: "Admin Panel" }).getByRole("link");
    const tabs = tabsOn(page);
    await tabs.first().waitFor();
    for (const tab of await tabs.all()) {
      await tab.click();
      await page.getByText("You haven't joined a family yet.", { exact: true }).waitFor();
    }
    const inFamily = await openAs("/admin", (await reyesFamily(server())).anna);
    await tabsOn(inFamily).first().waitFor();
    expect(await tabs.count()).toBe(await tabsOn(inFamily).count());
  });

  it("the landing page leads to the signup and back, and to the invite page", async () => {
    const page = await open("/");
    for (const card of ["Family Calendar", "Daily Activities", "Easy Tech Help"])
      await heading(page, card).waitFor();
    await link(page, "Get Started").first().click();
    await heading(page, "Create your account").waitFor();
    await link(page, "Sign in with Google").waitFor();
    await link(page, "Back").click();
    await heading(page, /^The simple way for families/).waitFor();
    await link(page, "Already have an invite? Sign in here").click();
    await page.getByText("No invitation code provided", { exact: true }).waitFor();
    expect(page.url()).toBe(at("/invite"));
    await page.goto(at("/"));
    await page.getByRole("banner").getByRole("link", { name: "Sign in" }).click();
    await page.getByText("Joined before? The same number signs you in.").waitFor();
  });

  it.each(["/privacy-policy", "/terms-of-service"])("%s has its date and leads home", async (path) => {
    const page = await open(path);
    await page.getByText("Last updated February 27, 2025").waitFor();
    await link(page, "Back to Home").click();
    await link(page, "Get Started").first().waitFor();
  });

  it("a page whose code failed to load is fetched again when it is opened again", {
    tags: "extended",
  }, async () => {
    const page = await windows.open(at("/"), { hasOwnClock: true });
    // React logs the failure that this causes.
    page.removeAllListeners("console");
    const module = import.meta.resolve("#web/features/legal/privacy-policy-page.tsx");
    const code = `**/${scriptsOf(dist, module)[0]}`;
    await page.route(code, unreachable);
    await link(page, "Privacy Policy").click();
    await heading(page, "This page could not be shown").waitFor();
    await endFailures(page);
    await page.clock.fastForward(1_000);
    await link(page, "Go home").click();
    await heading(page, /^The simple way/).waitFor();
    await link(page, "Privacy Policy").click();
    await heading(page, "Privacy Policy").waitFor();
  });

  it("the privacy policy names a mailbox", async () => {
    const page = await open("/privacy-policy");
    expect(await page.locator("a[href^='mailto:']").first().getAttribute("href")).toContain("@");
  });
});

describe("navigation", () => {
  it("an admin and a child have an Admin item, a grandparent has none, and before a sign-in there is no navigation", async () => {
    const { anna, ben, rose } = await reyesFamily(server());
    for (const [person, items] of [
      [anna, ["Home", "Help", "Admin"]],
      [ben, ["Home", "Help", "Admin"]],
      [rose, ["Home", "Help"]],
    ] as const) {
      const page = await openAs("/", person);
      await heading(page, /^Good (morning|afternoon|evening)/).waitFor();
      await expect
        .poll(async () =>
          (await navigation(page).getByRole("link").allTextContents()).map((text) => text.trim()),
        )
        .toEqual(items);
    }
    for (const path of ["/", "/?signup", "/help", "/privacy-policy"]) {
      const page = await open(path);
      await heading(page, /./).first().waitFor();
      expect(await navigation(page).count(), path).toBe(0);
    }
  });

  it("the Admin item leads to the login from outside, to the panel from inside", async () => {
    const page = await openAs("/", await signUp(server()));
    const admin = navigation(page).getByRole("link", { name: "Admin" });
    expect(await admin.getAttribute("href")).toBe("/admin-login");
    await admin.click();
    await heading(page, "Admin Panel").waitFor();
    expect(await admin.getAttribute("href")).toBe("/admin");
  });

  it("only an admin sees the link to the panel on home, and is offered it once nobody needs help", async () => {
    const { anna, ben, rose } = await reyesFamily(server());
    const { id } = await rose.client.call(askForHelp, { body: { phraseId: 101 } });
    const annas = await openAs("/", anna);
    expect(await link(annas, "Admin Dashboard").getAttribute("href")).toBe("/admin");
    await heading(annas, "Rose needs help").waitFor();
    expect(await button(annas, "Go to Admin").count()).toBe(0);
    await rose.client.call(cancelHelpRequest, { params: { id } });
    await button(annas, "Go to Admin").click();
    await heading(annas, "Admin Panel").waitFor();
    const bens = await openAs("/", ben);
    await link(bens, "I Need Help").waitFor();
    expect(await link(bens, "Admin Dashboard").count()).toBe(0);
  });

  it("the panel is offered once a day on a device, at every width, over nothing that can be tapped", async () => {
    const page = await openAs("/", (await reyesFamily(server())).anna);
    await button(page, "Go to Admin").waitFor();
    const offer = page.getByRole("region", { name: /^Messages/ }).getByRole("listitem");
    // A toast stays while it has the focus.
    await button(page, "Close").focus();
    for (const width of [320, widths.phone, widths.tablet, widths.desktop]) {
      await page.setViewportSize({ width, height: 720 });
      const lower = await offer.evaluate((toast) => toast.getBoundingClientRect().bottom);
      const targets = page.locator("main").getByRole("link").or(page.locator("main").getByRole("button"));
      const tops = await targets.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
      expect(Math.min(...tops), `${width} px`).toBeGreaterThanOrEqual(lower);
    }
    for (const width of [widths.tablet, widths.desktop]) {
      await page.setViewportSize({ width, height: 720 });
      const right = await offer.evaluate((toast) => toast.getBoundingClientRect().right);
      const own = await page.getByRole("banner").getByRole("link", { name: "Me" }).boundingBox();
      expect(own?.x, `${width} px`).toBeGreaterThanOrEqual(right);
    }
    const reload = async () => {
      await page.reload();
      await page.getByText("No local events available").waitFor();
    };
    await reload();
    // By now, the code that offers the panel has loaded as well.
    expect(await offer.count(), "a second time on one day").toBe(0);
    // Set before the next load begins, because the page that is still open would make the offer, too.
    await page.addInitScript(() => localStorage.setItem("porchlight-session-admin-offered", "2026-11-19"));
    await reload();
    await offer.waitFor();
  });

  it("the title leads home and the help button to the categories", async () => {
    const page = await openAs("/help", (await reyesFamily(server())).rose);
    await page.getByRole("banner").getByRole("link", { name: "Porchlight" }).click();
    await heading(page, /^Good (morning|afternoon|evening)/).waitFor();
    expect(page.url()).toBe(at("/"));
    await link(page, "I Need Help").click();
    await heading(page, "How can we help?").waitFor();
    expect(page.url()).toBe(at("/help"));
  });

  it("Back leads from the phrases to the categories, and from there home", async () => {
    const page = await openAs("/help", (await reyesFamily(server())).rose);
    await link(page, "Bills & Finance").click();
    await heading(page, "Bills & Finance").waitFor();
    await link(page, "Back").click();
    await heading(page, "How can we help?").waitFor();
    await link(page, "Back").click();
    await heading(page, /^Good (morning|afternoon|evening)/).waitFor();
  });
});

describe("the help grid", () => {
  it.each([320, ...Object.values(widths)])(
    "has two columns at %i px, and six skeletons while it loads",
    async (width) => {
      const page = await windows.open(at("/privacy-policy"), { width });
      const answer = await hold(page, "**/api/help-categories");
      await page.goto(at("/help"));
      const skeletons = page.locator("main [aria-busy=true] [class*=_tile_]");
      await expect.poll(() => skeletons.count()).toBe(6);
      answer();
      await link(page, "Other Help").waitFor();
      const tiles = page.locator("main li a");
      const categories = await helpCategories(server().url);
      // “Is this a scam?” is above them.
      expect(await tiles.count()).toBe(categories.length - 1);
      for (const tile of await tiles.all()) expect(await tile.locator("svg, img").count()).toBe(1);
      const lefts = await tiles.evaluateAll((all) => all.map((tile) => tile.getBoundingClientRect().left));
      expect(new Set(lefts).size).toBe(2);
    },
  );
});

describe("what the browser keeps", () => {
  it("token, userRole and grandparentNames after a signup, nothing after Log Out", async () => {
    const inviteCode = await invite(await signUp(server()), "grandparent", "Rose");
    const page = await windows.open(at(`/invite?code=${inviteCode}`), { hasOwnClock: true });
    await provePhoneOnScreen(server(), page);
    expect(await page.getByRole("radio").count()).toBe(0);
    await page.getByLabel("Grandparent names").fill("Rose & Walter");
    await page.clock.pauseAt(Date.now() + minuteMs);
    await button(page, /Create my account|Join/).click();
    const welcome = heading(page, /^Welcome to Porchlight/);
    await welcome.waitFor();
    await page.clock.runFor(1_400);
    expect(await welcome.isVisible()).toBe(true);
    await page.clock.runFor(200);
    await page.waitForURL(at("/"));
    await page.clock.resume();
    await heading(page, /^Good (morning|afternoon|evening), Rose & Walter$/).waitFor();
    const stored = await page.evaluate(() => ({ ...localStorage }));
    expect(stored).toMatchObject({ userRole: "grandparent", grandparentNames: "Rose & Walter" });
    expect(stored.token).toMatch(/^[\w-]{22}$/);
    await page.goto(at("/admin"));
    await button(page, "Log Out").click();
    await link(page, "Get Started").first().waitFor();
    expect(page.url()).toBe(at("/"));
    const left = await page.evaluate(() => Object.keys(localStorage));
    const keys = ["token", "admin-token", "userRole", "grandparentNames"];
    expect(left.filter((key) => keys.includes(key))).toEqual([]);
  });
});
