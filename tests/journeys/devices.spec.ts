// A person who is signed in on several devices.
// @module-tag extended
import { expect, it } from "vitest";
import { logout } from "#contract/accounts/sign-in.ts";
import { minuteMs } from "#contract/durations.ts";
import { Client } from "#tests/support/client.ts";
import { endFailures, unreachable } from "#tests/support/network-failures.ts";
import { provePhone, reyesFamily, signUp } from "#tests/support/people.ts";
import { visitOf } from "#tests/support/screens/visit.ts";
import { useServer } from "#tests/support/server.ts";
import {
  askForHelpOnScreen,
  button,
  expectToast,
  heading,
  link,
  openUnderMore,
} from "#tests/support/steps.ts";
import { dist, useWindows, widths } from "#tests/support/window.ts";

const server = useServer({ dist });
const windows = useWindows();

/** Signs in the same person on another device, by phone number. */
async function elsewhere(person: Awaited<ReturnType<typeof signUp>>) {
  server().clock.advance(minuteMs);
  const client = new Client(server().url);
  client.token = (await provePhone(server(), client, person.phoneNumber)).token;
  return { ...person, client };
}

it("“Sign out everywhere else” signs out the other screen at once, and says why", async () => {
  const here = await signUp(server(), { name: "Anna Reyes" });
  const there = await elsewhere(here);
  const { open } = visitOf(server(), windows);
  const tablet = await open("/", there);
  await heading(tablet, "Today's Events").waitFor();
  const laptop = await open("/account", here);
  await openUnderMore(laptop, "Where I am signed in");
  await button(laptop, "Sign out everywhere else").click();

  await tablet.getByText("You are signed out", { exact: true }).waitFor({ timeout: 2_000 });
  await link(tablet, "Get Started").first().waitFor();
  const kept = await tablet.evaluate(() => [localStorage.token, localStorage.userRole]);
  expect(kept).toEqual([undefined, undefined]);
  await heading(laptop, /^Me$/).waitFor();
  expect(await button(laptop, "Sign out everywhere else").count()).toBe(0);
});

it("an admin who is signed out while the panel is offered still reads why", async () => {
  const { anna } = await reyesFamily(server());
  const page = await visitOf(server(), windows).open("/", anna);
  await page.getByText("You look after this page", { exact: true }).waitFor();
  await anna.client.call(logout);
  await expectToast(page, "You are signed out", "Please sign in again on this device.");
  await link(page, "Get Started").first().waitFor();
});

it("a device that was offline at the time is signed out when it reconnects", async () => {
  const anna = await signUp(server(), { name: "Anna Reyes" });
  const { open } = visitOf(server(), windows, { width: widths.tablet });
  const tablet = await open("/healthz", anna);
  // The toaster was requested earlier, and that request failed.
  await tablet.route("**/toaster-*.js", unreachable, { times: 1 });
  const asked = tablet.waitForEvent("requestfailed", { predicate: (one) => one.url().includes("toaster") });
  await tablet.goto(`${server().url}/help`);
  await link(tablet, /^Home$/).click();
  await heading(tablet, "Today's Events").waitFor();
  await asked;
  await tablet.context().setOffline(true);
  await anna.client.call(logout);
  await tablet.context().setOffline(false);
  await tablet.getByText("You are signed out", { exact: true }).waitFor();
});

it("a screen that loaded offline gets its day and its live connection as soon as it is online", async () => {
  const anna = await signUp(server(), { name: "Anna Reyes" });
  const { open } = visitOf(server(), windows, { width: widths.tablet });
  const tablet = await open("/healthz", anna);
  await tablet.route(/\/api\/(home|auth\/status)$/, unreachable);
  // What loads after the page has not come yet.
  const background = Promise.withResolvers<void>();
  await tablet.context().route("**/background-*.js", async (route) => {
    await background.promise;
    await route.continue();
  });
  await tablet.goto(server().url);
  const unknown = tablet.getByText("We couldn't tell who you are");
  await unknown.waitFor();
  await endFailures(tablet);
  const reconnect = () => tablet.evaluate(() => void dispatchEvent(new Event("online")));
  await reconnect();
  await unknown.waitFor({ state: "detached" });
  await link(tablet, "Admin Dashboard").waitFor();
  background.resolve();

  // The connection looks open, but nobody knows whether anything still arrives over it.
  const listening = tablet.waitForRequest("**/api/live*");
  await reconnect();
  await listening;
});

it("an eighth tab of one browser can still ask for help, and the first tab reconnects when it becomes visible", {
  tags: "extended",
}, async () => {
  const { rose } = await reyesFamily(server());
  const { open } = visitOf(server(), windows, { width: widths.tablet });
  const first = await open("/", rose);
  await heading(first, "Today's Events").waitFor();
  for (let count = 2; count < 8; count++) {
    const tab = await first.context().newPage();
    await tab.goto(server().url);
    await heading(tab, "Today's Events").waitFor();
  }
  const eighth = await first.context().newPage();
  await eighth.goto(server().url);
  await askForHelpOnScreen(eighth, "Tech Help", "My TV isn't working.");
  await eighth.getByText("Help Request Sent", { exact: true }).waitFor({ timeout: 4_000 });

  await first.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await first.getByText("My TV isn't working.").first().waitFor({ timeout: 4_000 });
});

it("Anna turns on messages by ntfy and through Apprise, and off again, and Rose is offered neither", async () => {
  const { anna, rose } = await reyesFamily(server());
  const { open } = visitOf(server(), windows);
  const page = await open("/account", anna);
  await openUnderMore(page, "Messages by ntfy");
  await button(page, "Get messages by ntfy").click();
  const address = page.getByLabel("My ntfy address");
  await address.waitFor();
  const shown = await address.inputValue();
  expect(shown).toMatch(/^https:\/\/ntfy\.example\/porchlight-[-\w]{22}$/);
  expect(await link(page, "Open ntfy").getAttribute("href")).toBe(shown);
  await page.getByText("ntfy: never tried").waitFor();
  await button(page, "Turn off ntfy").click();
  await expectToast(page, "No more messages by ntfy");
  await button(page, "Get messages by ntfy").waitFor();

  await openUnderMore(page, "Messages through Apprise");
  const typed = page.getByLabel("My Apprise address");
  await typed.fill("gotify://10.0.0.1/AbcDefGhi");
  await button(page, "Save the address").click();
  await page.getByText("has to name 10.0.0.1 in HOME_NETWORK first.").waitFor();
  await typed.fill("tgram://123456789:abcdefg/12315544");
  await button(page, "Save the address").click();
  await expectToast(page, "The address is saved");
  await page.getByText("Messages go to Telegram (tgram://…44).").waitFor();
  expect(await page.getByLabel("Another Apprise address").inputValue()).toBe("");
  await page.getByText("Apprise: never tried").waitFor();
  await button(page, "Turn off Apprise").click();
  await expectToast(page, "No more messages through Apprise");
  await button(page, "Save the address").waitFor();

  const hers = await open("/account", rose);
  await openUnderMore(hers, "Where I am signed in");
  expect(await heading(hers, "Messages by ntfy").count()).toBe(0);
  expect(await heading(hers, "Messages through Apprise").count()).toBe(0);
});
