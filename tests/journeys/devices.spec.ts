// Somebody who is signed in at several places.
import { expect, it } from "vitest";
import { logout } from "#contract/accounts/sign-in.ts";
import { Client } from "../support/client.ts";
import { unreachable } from "../support/network-failures.ts";
import { provePhone, reyesFamily, signUp } from "../support/people.ts";
import { visitOf } from "../support/screens/visit.ts";
import { useServer } from "../support/server.ts";
import { askForHelpOnScreen, button, heading, link } from "../support/steps.ts";
import { dist, useWindows, widths } from "../support/window.ts";

const server = useServer({ dist });
const windows = useWindows();

/** The same person on another device, signed in by their number. */
async function elsewhere(person: Awaited<ReturnType<typeof signUp>>) {
  server().clock.advance(60_000);
  const client = new Client(server().url);
  client.token = (await provePhone(server(), client, person.phoneNumber)).token;
  return { ...person, client };
}

it("“Sign out everywhere else” empties the other screen at once, and says why", async () => {
  const here = await signUp(server(), { name: "Anna Reyes" });
  const there = await elsewhere(here);
  const { open } = visitOf(server(), windows);
  const tablet = await open("/", there);
  await heading(tablet, "Today's Events").waitFor();
  const laptop = await open("/account", here);
  await button(laptop, "Sign out everywhere else").click();

  await tablet.getByText("You are signed out", { exact: true }).waitFor({ timeout: 2_000 });
  await link(tablet, "Get Started").first().waitFor();
  const kept = await tablet.evaluate(() => [localStorage.token, localStorage.userRole]);
  expect(kept).toEqual([undefined, undefined]);
  await heading(laptop, /^Me$/).waitFor();
  expect(await button(laptop, "Sign out everywhere else").count()).toBe(0);
});

it("a device that slept through it is signed out when it comes back", async () => {
  const anna = await signUp(server(), { name: "Anna Reyes" });
  const { open } = visitOf(server(), windows, { width: widths.tablet });
  const tablet = await open("/help", anna);
  // What says it was asked for before, and did not come.
  await tablet.route("**/toaster-*.js", unreachable, { times: 1 });
  const asked = tablet.waitForEvent("requestfailed", { predicate: (one) => one.url().includes("toaster") });
  await link(tablet, /^Home$/).click();
  await heading(tablet, "Today's Events").waitFor();
  await asked;
  await tablet.context().setOffline(true);
  await anna.client.call(logout);
  await tablet.context().setOffline(false);
  await tablet.getByText("You are signed out", { exact: true }).waitFor();
});

it("a screen that was offline while it loaded has its day, and listens anew, as soon as it is online", async () => {
  const anna = await signUp(server(), { name: "Anna Reyes" });
  const { open } = visitOf(server(), windows, { width: widths.tablet });
  const tablet = await open("/healthz", anna);
  await tablet.route("**/api/auth/status", unreachable);
  await tablet.goto(server().url);
  const unknown = tablet.getByText("We could not see who you are");
  await unknown.waitFor();
  await tablet.unroute("**/api/auth/status");
  const comeBack = () => tablet.evaluate(() => void dispatchEvent(new Event("online")));
  await comeBack();
  await unknown.waitFor({ state: "detached" });
  await link(tablet, "Admin Dashboard").waitFor();

  // It says that it is open; whether anything still comes through it, nobody knows.
  const listening = tablet.waitForRequest("**/api/live");
  await comeBack();
  await listening;
});

it("an eighth tab of one browser still asks for help, and the first one hears again when it is looked at", async () => {
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
