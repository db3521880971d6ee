// The admin panel: the tabs that each person can use, and how they fit on a phone.
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { join, type Person, reyesFamily, signUp } from "#tests/support/people.ts";
import { visitOf } from "#tests/support/screens/visit.ts";
import { useServer } from "#tests/support/server.ts";
import { heading, link } from "#tests/support/steps.ts";
import { dist, useWindows, widths } from "#tests/support/window.ts";

const server = useServer({ dist });
const windows = useWindows();
const phone = { width: widths.phone };
const open = (path: string, somebody: Person) => visitOf(server(), windows, phone).open(path, somebody);

const tabs = (page: Page) => page.getByRole("navigation", { name: "Admin Panel" }).getByRole("link");

const everyTab = [
  ...["Calendar", "Puzzles", "Events", "Things To Do", "Co-Admins", "Family", "Plan", "Help"],
];

it("an admin has one row of tabs at every width, and the plan for help is one tap from Family", async () => {
  const page = await open("/admin/family", (await reyesFamily(server())).anna);
  await heading(page, "Members").waitFor();
  expect(await tabs(page).allTextContents()).toEqual(everyTab);
  const places = () =>
    tabs(page).evaluateAll((links) => links.map((link) => link.getBoundingClientRect().toJSON()));
  const isInView = async (index: number) => {
    const { left, right } = (await places())[index];
    return left >= 0 && right <= widths.phone;
  };
  expect(await isInView(everyTab.indexOf("Family"))).toBe(true);
  for (const [index, tab] of (await tabs(page).all()).entries()) {
    await tab.focus();
    expect(await isInView(index), everyTab[index]).toBe(true);
  }
  for (const width of [320, widths.tablet, widths.desktop, widths.phone]) {
    await page.setViewportSize({ width, height: 700 });
    expect(new Set((await places()).map(({ top }) => top)).size, `${width} px`).toBe(1);
    // A row that ends before the edge of the window looks cut off.
    const row = await page.getByRole("navigation", { name: "Admin Panel" }).boundingBox();
    expect((row?.x ?? 0) + (row?.width ?? 0), `${width} px`).toBe(width);
  }
  await page.getByRole("main").getByRole("link", { name: "Who is asked, and when" }).click();
  await page.getByText("At once: alert everyone's app.").waitFor();
  expect(page.url()).toBe(`${server().url}/admin/plan`);
  expect(await heading(page, "Help phrases").count()).toBe(0);
});

it("a family member's panel opens on Events, and has the tabs that they can use", async () => {
  const { ben } = await reyesFamily(server());
  const page = await open("/", ben);
  await link(page, "Admin").click();
  await heading(page, "Manual events").waitFor();
  expect(await tabs(page).allTextContents()).toEqual(["Events", "Plan", "Help"]);
  for (const [tab, title] of [
    ["Plan", "Who is asked, and when"],
    ["Help", "Guides"],
  ] as const) {
    await tabs(page).getByText(tab, { exact: true }).click();
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
