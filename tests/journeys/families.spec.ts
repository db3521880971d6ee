// Starting a family, joining it, and belonging to several.
// @module-tag extended
import { expect, it } from "vitest";
import { changeNames } from "#contract/accounts/accounts.ts";
import { minuteMs } from "#contract/durations.ts";
import { changeFamily } from "#contract/families.ts";
import { changeEscalationPlan, defaultSteps } from "#contract/help/plan.ts";
import { askForHelp } from "#contract/help/requests.ts";
import { acceptInvitation } from "#contract/invitations.ts";
import { eachWidth, placesOf } from "#tests/support/measures/places.ts";
import { hold, unreachable } from "#tests/support/network-failures.ts";
import { invite, reyesFamily, signUp } from "#tests/support/people.ts";
import { visitOf } from "#tests/support/screens/visit.ts";
import { useServer } from "#tests/support/server.ts";
import {
  askForHelpOnScreen,
  button,
  createInvitationOnScreen,
  glimpse,
  heading,
  joinOnScreen,
  link,
  provePhoneOnScreen,
  signUpOnScreen,
} from "#tests/support/steps.ts";
import { dist, useWindows, widths } from "#tests/support/window.ts";
import { shownPhoneNumber } from "#web/features/accounts/codes/phone-number.ts";

const server = useServer({ dist });
const windows = useWindows();
const phone = { width: widths.phone };

it("a grandparent starts a family, reads that nobody can be reached, invites somebody, and gets help", async () => {
  const rose = await windows.open(server().url, phone);
  await signUpOnScreen(server(), rose, "Rose", "Grandparent");
  await rose.getByText("Nobody would get your call for help yet").waitFor();

  await askForHelpOnScreen(rose, "Tech Help", "My TV isn't working.");
  await rose.getByText("Nobody to tell yet", { exact: true }).waitFor();
  expect(await rose.getByText("Help Request Sent").count()).toBe(0);
  await heading(rose, "We could not reach anyone. Please call.").waitFor();
  await rose.getByText("Your request is saved until someone does.").waitFor();
  expect(await link(rose, "In an emergency call 911").getAttribute("href")).toBe("tel:911");

  await link(rose, "Invite someone").click();
  await heading(rose, "Invite your family").waitFor();
  const search = await createInvitationOnScreen(rose, "Anna", "Co-Administrator");
  const anna = await windows.open(`${server().url}/invite${search}`);
  await joinOnScreen(server(), anna, "Anna");
  await heading(anna, "Rose needs help").waitFor();
  await anna.getByText("“My TV isn't working.”").waitFor();

  await rose.getByText("can invite others").waitFor();
  expect(await rose.getByText("Failed to fetch invitations").count()).toBe(0);
  await link(rose, "Go home").click();
  await heading(rose, "Anna has seen it.").waitFor();
  await button(anna, "I'll help").click();
  await heading(rose, "Anna will help.").waitFor();
  expect(await link(rose, "Invite someone").count()).toBe(0);
});

it("a grandparent signs in on a new device by phone number, with the same names and role", async () => {
  const { rose } = await reyesFamily(server());
  await rose.client.call(changeNames, { body: { username: "Rose", grandparentNames: "Rose & Walter" } });
  server().clock.advance(minuteMs);

  const tablet = await windows.open(server().url, { width: widths.tablet });
  await link(tablet, "Get Started").first().click();
  await provePhoneOnScreen(server(), tablet, rose.phoneNumber);
  await glimpse(heading(tablet, "Welcome to Porchlight, Rose!"));
  await heading(tablet, /^Good (morning|afternoon|evening), Rose & Walter$/).waitFor();
  const stored = () => tablet.evaluate(() => [localStorage.userRole, localStorage.grandparentNames]);
  expect(await stored()).toEqual(["grandparent", "Rose & Walter"]);
  expect(await link(tablet, "Admin").count()).toBe(0);
});

it("a child is greeted by their own name, whatever they call their grandparents", async () => {
  const { ben } = await reyesFamily(server());
  await ben.client.call(changeNames, { body: { username: "Ben", grandparentNames: "Nana & Pop" } });
  const { open } = visitOf(server(), windows, phone);
  const page = await open("/", ben);
  await heading(page, /^Good (morning|afternoon|evening), Ben$/).waitFor();
  expect(await page.evaluate(() => localStorage.grandparentNames)).toBeUndefined();
});

/** Anna is in Rose's family, which lives in this time zone, and in Carla's, which is open. */
async function twoFamilies(timeZone = "America/New_York") {
  const { anna, rose } = await reyesFamily(server());
  await anna.client.call(changeFamily, { body: { timeZone } });
  const carla = await signUp(server(), { name: "Carla Lee", role: "grandparent" });
  const inviteCode = await invite(carla, "child", "Anna");
  await anna.client.call(acceptInvitation, { body: { inviteCode, userId: anna.id } });
  return { anna, rose, carla };
}

it("somebody in two families can switch between them, and sees only the current one's requests", async () => {
  const { anna, rose, carla } = await twoFamilies();
  await rose.client.call(askForHelp, { body: { phraseId: 101 } });
  await carla.client.call(askForHelp, { body: { phraseId: 102 } });

  const { open } = visitOf(server(), windows);
  const page = await open("/", anna);
  const greeting = page.locator("div:has(> h1)");
  await heading(page, "Carla needs help").waitFor();
  await greeting.getByText("The Lee family").waitFor();
  expect(await heading(page, "Rose needs help").count()).toBe(0);
  expect(await page.evaluate(() => localStorage.userRole)).toBe("child");

  await link(page, "The Reyes family").click();
  await heading(page, "Rose needs help").waitFor();
  await greeting.getByText("The Reyes family").waitFor();
  expect(await heading(page, /^Carla/).count()).toBe(0);
  // The heading takes the focus as soon as home knows what to show, just after it is drawn.
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("H1");
  expect(page.url()).toBe(`${server().url}/family/${rose.familyId}`);
  expect(await page.evaluate(() => localStorage.userRole)).toBe("admin");
  await link(page, "Admin Dashboard").waitFor();

  await page.goto(`${server().url}/family/${carla.familyId}`);
  await heading(page, "Carla needs help").waitFor();
  expect(await link(page, "Admin Dashboard").count()).toBe(0);
});

it("a former family's requests are never shown at another family's address, even when that family's cannot be read", {
  tags: "extended",
}, async () => {
  const { anna, carla } = await twoFamilies();
  await carla.client.call(askForHelp, { body: { phraseId: 102 } });
  const page = await visitOf(server(), windows).open("/", anna);
  // Outside of her family, Carla is called by her whole name.
  const request = heading(page, /^Carla( Lee)? needs help$/);
  await request.waitFor();
  // The watch over requests, which every page has, lights the lamp.
  await page.locator('link[rel="icon"][href="/favicon-lit.svg"]').waitFor({ state: "attached" });
  const isSwitched = Promise.withResolvers<void>();
  await page.route("**/api/help-requests", async (route) => {
    await isSwitched.promise;
    await unreachable(route);
  });
  await link(page, "The Reyes family").click();
  await page.locator("div:has(> h1)").getByText("The Reyes family").waitFor({ state: "attached" });
  expect(await request.count()).toBe(0);
  isSwitched.resolve();
  await page.getByText("Requests for help could not be loaded").waitFor();
  expect(await request.count()).toBe(0);
});

it("after switching families the heading keeps the focus, although it is another day where the new family lives", {
  tags: "extended",
}, async () => {
  const { anna } = await twoFamilies("Pacific/Kiritimati");
  const { open } = visitOf(server(), windows, { timezoneId: "Etc/GMT+12" });
  const page = await open("/", anna);
  await page.getByText("The Lee family").first().waitFor();
  const releaseFamily = await hold(page, "**/api/family");
  const localEvents = page.waitForResponse("**/api/local-events/active");
  await link(page, "The Reyes family").click();
  // Read for the day of the device, because the family is not known yet.
  await localEvents;
  const releasePuzzle = await hold(page, "**/api/puzzles/active");
  const ofNewDay = page.waitForRequest("**/api/puzzles/active");
  releaseFamily();
  await ofNewDay;
  releasePuzzle();
  await heading(page, "Daily Puzzle").waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("H1");
});

it("two tabs at the addresses of two families follow the one that was opened last", {
  tags: "extended",
}, async () => {
  const { anna, rose, carla } = await twoFamilies();
  const { open } = visitOf(server(), windows);
  const atRose = `${server().url}/family/${rose.familyId}`;
  const atCarla = `${server().url}/family/${carla.familyId}`;
  const first = await open(`/family/${carla.familyId}`, anna);
  const second = await first.context().newPage();
  const showBoth = async (name: string, url: string) => {
    for (const page of [first, second]) {
      await page.locator("div:has(> h1)").getByText(name).waitFor();
      await heading(page, "Today's Events").waitFor();
      expect(page.url()).toBe(url);
    }
  };
  await heading(first, "Today's Events").waitFor();
  await second.goto(atRose);
  await showBoth("The Reyes family", atRose);
  await link(first, "The Lee family").click();
  await showBoth("The Lee family", atCarla);
  await link(second, "The Reyes family").click();
  await showBoth("The Reyes family", atRose);
});

it("a guide that was begun in one family does not appear in another", { tags: "extended" }, async () => {
  const { anna } = await twoFamilies();
  const page = await visitOf(server(), windows).open("/guides", anna);
  const write = async () => {
    await link(page, "Write a guide").click();
    await page.getByLabel("Title").waitFor();
  };
  const switchTo = async (name: string) => {
    await link(page, /^Home$/).click();
    await link(page, name).click();
    await page.locator("div:has(> h1)").getByText(name).waitFor();
    await link(page, /^Help$/).click();
    await link(page, "How to do it yourself").click();
  };
  const title = () => page.getByLabel("Title").inputValue();
  await write();
  await page.getByLabel("Title").fill("Open the Lees' gate");
  await switchTo("The Reyes family");
  await write();
  expect(await title()).toBe("");
  await switchTo("The Lee family");
  await write();
  expect(await title()).toBe("Open the Lees' gate");
});

it("an admin reads in the panel that the server does not trust the proxy in front of it", async () => {
  const { anna } = await reyesFamily(server());
  const { open } = visitOf(server(), windows);
  const words = "Everyone looks like one visitor to this server";
  const behindProxy = { extraHTTPHeaders: { "x-forwarded-for": "203.0.113.7" } };
  await (await open("/admin/family", anna, behindProxy)).getByText(words).waitFor();
  const page = await open("/admin/family", anna);
  await heading(page, "Members").waitFor();
  await page.waitForLoadState("networkidle");
  expect(await page.getByText(words).count()).toBe(0);
});

it("Rose's home has a call button for each family member, the first contact first, below her day", async () => {
  const { anna, ben, rose } = await reyesFamily(server());
  const body = { steps: [...defaultSteps], firstContactId: ben.id, quietHours: null };
  await anna.client.call(changeEscalationPlan, { body });
  const page = await visitOf(server(), windows, phone).open("/", rose);
  const calls = page.getByRole("region", { name: "Call your family" });
  await link(page, "Call Ben").waitFor();
  const rows = await calls.getByRole("listitem").allInnerTexts();
  // This narrow window is no phone, so it shows the numbers.
  expect(rows.map((row) => row.split(/\s+/).join(" "))).toEqual([
    `B Call Ben ${shownPhoneNumber(ben.phoneNumber)}`,
    `A Call Anna ${shownPhoneNumber(anna.phoneNumber)}`,
  ]);
  expect(await link(page, "Call Ben").getAttribute("href")).toBe(`tel:${ben.phoneNumber}`);
  const places = await placesOf(page, "Call Ben", "Today's Events");
  const days = eachWidth(places, "Today's Events");
  for (const [index, { top }] of eachWidth(places, "Call Ben").entries())
    expect(top).toBeGreaterThan(days[index]?.bottom ?? Number.POSITIVE_INFINITY);

  await anna.client.call(changeEscalationPlan, { body: { ...body, firstContactId: anna.id } });
  await expect.poll(() => calls.getByRole("listitem").first().innerText()).toContain("Call Anna");
  // The card of a request has its own call buttons.
  await rose.client.call(askForHelp, { body: { phraseId: 101 } });
  await calls.waitFor({ state: "detached" });
});
