// The admin panel: the tabs that each person can use, and how they fit on a phone.
import { expect, it } from "vitest";
import { addManualEvent } from "#contract/calendar/manual-events.ts";
import type { Window } from "#tests/support/engines/window.ts";
import { useEngineWindows } from "#tests/support/engines/windows.ts";
import { dayIn } from "#tests/support/events.ts";
import { join, type Person, reyesFamily, signUp } from "#tests/support/people.ts";
import { visitOf } from "#tests/support/screens/visit.ts";
import { useServer } from "#tests/support/server.ts";
import { button, heading, link } from "#tests/support/steps.ts";
import { dist, useWindows, widths } from "#tests/support/window.ts";

const server = useServer({ dist });
const windows = useEngineWindows();
const chromium = useWindows();
const phone = { width: widths.phone };
const open = (path: string, somebody: Person) => visitOf(server(), windows, phone).open(path, somebody);

const tabs = (page: Window) => page.getByRole("navigation", { name: "Admin Panel" }).getByRole("link");

const everyTab = ["Calendar", "Puzzles", "Events", "Co-Admins", "Family", "Help"];

/** No control touches the edge of the window. */
const gutter = 16;

const edges = (page: Window) =>
  tabs(page).evaluateAll((links) =>
    links.map((link) => link.getBoundingClientRect()).map(({ top, left, right }) => ({ top, left, right })),
  );

it("an admin sees every tab at every width, in at most two rows on a phone and in one on a tablet", async () => {
  const page = await open("/admin/family", (await reyesFamily(server())).anna);
  await heading(page, "Members").waitFor();
  expect(await tabs(page).allTextContents()).toEqual(everyTab);
  for (const [width, rows] of [
    [widths.phone, 2],
    [widths.tablet, 1],
    [widths.desktop, 1],
    [320, 3],
  ] as const) {
    await page.setViewportSize({ width, height: 700 });
    const boxes = await edges(page);
    expect(new Set(boxes.map(({ top }) => top)).size, `${width} px`).toBe(rows);
    for (const { left, right } of boxes) {
      expect(left, `${width} px`).toBeGreaterThanOrEqual(gutter);
      expect(right, `${width} px`).toBeLessThanOrEqual(width - gutter);
    }
  }
});

it("the first tap on any tab opens it, and each part says in one line what it is for", {
  tags: "chromium",
}, async () => {
  const page = await visitOf(server(), chromium, { ...phone, hasTouch: true }).open(
    "/admin",
    (await reyesFamily(server())).anna,
  );
  await tabs(page).first().waitFor();
  const purposes = new Set<string | null>();
  for (const name of [...everyTab].reverse()) {
    const tab = tabs(page).getByText(name, { exact: true });
    const box = await tab.boundingBox();
    await page.touchscreen.tap((box?.x ?? 0) + 8, (box?.y ?? 0) + 8);
    await expect.poll(() => tab.getAttribute("aria-current"), { message: name }).toBe("page");
    const purpose = page.locator("main nav + p").first();
    expect((await purpose.boundingBox())?.height, "two lines at most on a phone").toBeLessThan(60);
    purposes.add(await purpose.textContent());
  }
  expect(purposes.size).toBe(everyTab.length);
});

it("the panel opens on the part used last, and forgets it on logging out", async () => {
  const { anna } = await reyesFamily(server());
  const page = await open("/admin", anna);
  await expect.poll(() => tabs(page).first().getAttribute("aria-current")).toBe("page");
  await tabs(page).getByText("Events").click();
  await page.getByRole("navigation", { name: "Events" }).getByText("Things To Do").click();
  await heading(page, "Subscribed calendars").waitFor();
  await page.goto(server().url);
  await link(page, "Admin Dashboard").click();
  await heading(page, "Subscribed calendars").waitFor();
  await page.waitForURL(`${server().url}/admin/things-to-do`);
  await tabs(page).getByText("Calendar").click();
  await page.getByLabel("Calendar URL (optional)").waitFor();
  await button(page, "Log Out").click();
  await heading(page, "Admin Panel").waitFor({ state: "detached" });
  expect(await page.evaluate(() => Object.values({ ...localStorage }).join())).not.toContain("/admin/");
});

it("the plan for help is one tap from Family, and a part of Help", async () => {
  const page = await open("/admin/family", (await reyesFamily(server())).anna);
  await page.getByRole("main").getByRole("link", { name: "Who is asked, and when" }).click();
  await page
    .getByText("At once: alert everyone's app, message everyone by ntfy, message everyone through Apprise.")
    .waitFor();
  await page.waitForURL(`${server().url}/admin/plan`);
  expect(await heading(page, "Help phrases").count()).toBe(0);
  expect(await tabs(page).getByText("Help").getAttribute("aria-current")).toBe("page");
});

it("a family member's panel opens on Events, and has the tabs that they can use", async () => {
  const { ben } = await reyesFamily(server());
  const page = await open("/", ben);
  await link(page, "Admin").click();
  await heading(page, "Manual events").waitFor();
  expect(await tabs(page).allTextContents()).toEqual(["Events", "Help"]);
  expect(await link(page, "Things To Do").count(), "only admins change them").toBe(0);
  const parts = page.getByRole("navigation", { name: "Help" });
  for (const [nav, part, title] of [
    [tabs(page), "Help", "Guides"],
    [parts.getByRole("link"), "Plan", "Who is asked, and when"],
    [parts.getByRole("link"), "Phrases and guides", "Guides"],
  ] as const) {
    await nav.getByText(part, { exact: true }).click();
    await heading(page, title).waitFor();
    expect(await page.locator("main h2").first().textContent()).toBe(title);
  }
});

it("a grandparent has a tab only while nobody else can invite", async () => {
  const rose = await signUp(server(), { name: "Rose", role: "grandparent" });
  const page = await open("/admin", rose);
  await heading(page, "Pending Invitations").waitFor();
  expect(await tabs(page).allTextContents()).toEqual(["Co-Admins"]);
  await join(server(), rose, "admin", "Anna");
  await page.goto(`${server().url}/admin`);
  await link(page, "Go home").waitFor();
  // The device shows the family as it last was until the answer comes.
  await expect.poll(() => tabs(page).count()).toBe(0);
});

it("eleven events are at most 1,600 px high on a phone, and a tap anywhere on a row edits its event", {
  tags: "chromium",
}, async () => {
  const { anna } = await reyesFamily(server());
  const [startDate, endDate] = [`${dayIn(server(), 1)}T09:00`, `${dayIn(server(), 1)}T10:00`];
  for (let number = 1; number <= 11; number++) {
    const body = { title: `Walk number ${number}`, location: "Main Street 4", startDate, endDate };
    await anna.client.call(addManualEvent, { body });
  }
  const page = await visitOf(server(), chromium, { ...phone, hasTouch: true }).open("/admin/events", anna);
  const list = page.getByRole("region", { name: "Manual events" }).locator("ul");
  const rows = list.getByRole("listitem");
  await rows.nth(10).waitFor();
  expect(await rows.count()).toBe(11);
  expect((await list.boundingBox())?.height).toBeLessThanOrEqual(1_600);
  const place = rows.nth(3).getByText("Main Street 4");
  await place.scrollIntoViewIfNeeded();
  const box = await place.boundingBox();
  await page.touchscreen.tap((box?.x ?? 0) + 10, (box?.y ?? 0) + 10);
  await heading(page, "Edit event").waitFor();
  expect(await page.getByLabel("Title").inputValue()).toMatch(/^Walk number/);
});
