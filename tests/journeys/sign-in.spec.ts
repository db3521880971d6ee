// Signing in with Google, using the sandbox's provider in a real browser.
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { getStatus } from "#contract/accounts/sign-in.ts";
import { getFamily } from "#contract/families.ts";
import { declineInvitation } from "#contract/invitations.ts";
import { Client } from "#tests/support/client.ts";
import { withActiveWorker } from "#tests/support/device.ts";
import { hold } from "#tests/support/network-failures.ts";
import { invite, signUp } from "#tests/support/people.ts";
import { production, startServer, useServer } from "#tests/support/server.ts";
import {
  button,
  expectFailureToast,
  expectToast,
  heading,
  link,
  openUnderMore,
} from "#tests/support/steps.ts";
import { dist, useWindows, widths } from "#tests/support/window.ts";

const server = useServer({ dist });
const windows = withActiveWorker(useWindows());
const phone = { width: widths.phone };

async function leave(page: Page): Promise<void> {
  await link(page, "Sign in with Google").click();
  await heading(page, "Choose an account").waitFor();
}

/** Leaves for the provider by a full page navigation, which is answered with a redirect. */
async function leaveAsPage(page: Page): Promise<void> {
  const leaving = page.waitForResponse((response) => response.url().includes("/api/auth/google"));
  await leave(page);
  const response = await leaving;
  expect(response.request().isNavigationRequest()).toBe(true);
  expect(response.request().frame()).toBe(page.mainFrame());
  expect(response.status()).toBe(302);
  expect(new URL(page.url()).pathname).not.toMatch(/^\/api\/auth/);
}

/** Chooses a person that the provider does not know yet. */
async function chooseNew(page: Page, name: string, email: string): Promise<void> {
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("E-mail").fill(email);
  await button(page, "Continue").click();
}

const tokenOf = (page: Page) => page.evaluate<string>(() => localStorage.token);

describe("signing in with Google", () => {
  it("starts Anna's family in her browser's time zone, and takes her to the panel with a welcome", async () => {
    const anna = await windows.open(server().url, { timezoneId: "Europe/Vienna" });
    await link(anna, "Get Started").first().click();
    await leaveAsPage(anna);
    expect(await anna.evaluate(() => sessionStorage.redirectAfterLogin)).toBeUndefined();
    const brought = anna.waitForRequest(/auth=success/);
    await button(anna, "Anna Reyes").click();
    await expectToast(anna, "Authentication Successful", "Welcome Anna Reyes!");
    await heading(anna, "Admin Panel").waitFor();
    expect(anna.url()).toBe(`${server().url}/admin`);
    expect(await anna.evaluate(() => localStorage.userRole)).toBe("admin");

    // The token in the address no longer works, and differs from the stored one.
    const inAddress = new URL((await brought).url()).searchParams.get("token");
    const client = new Client(server().url);
    client.token = await tokenOf(anna);
    expect(client.token).not.toBe(inAddress);
    expect(await client.call(getFamily)).toMatchObject({ timeZone: "Europe/Vienna" });
    await anna.goBack();
    expect(anna.url()).not.toContain("token");
  });

  it("signs in a known person again, and takes people without access to the panel home", async () => {
    const anna = await signUp(server(), { name: "Anna Reyes" });
    const inviteCode = await invite(anna, "child", "Ben");
    const ben = await windows.open(`${server().url}/invite?code=${inviteCode}`, phone);
    await leave(ben);
    await chooseNew(ben, "Ben", "ben.again@example.com");
    await ben.getByText("Welcome Ben!").first().waitFor();
    await heading(ben, "Join the Reyes family?").waitFor();
    await button(ben, "Join").click();
    await heading(ben, /Good (morning|afternoon|evening)/).waitFor();
    expect(ben.url()).toBe(`${server().url}/`);
    expect(await ben.evaluate(() => localStorage.userRole)).toBe("child");

    const elsewhere = await windows.open(`${server().url}/?signup`, phone);
    await leave(elsewhere);
    await chooseNew(elsewhere, "Ben", "ben.again@example.com");
    await heading(elsewhere, /Good (morning|afternoon|evening)/).waitFor();
    const client = new Client(server().url);
    client.token = await tokenOf(elsewhere);
    expect((await client.call(getFamily)).id).toBe(anna.familyId);
  });

  it("leaves a family of their own to somebody whose invitation was declined while they were at Google", {
    tags: "extended",
  }, async () => {
    const anna = await signUp(server(), { name: "Anna Reyes" });
    const inviteCode = await invite(anna, "child", "Ben");
    const ben = await windows.open(`${server().url}/invite?code=${inviteCode}`, phone);
    await leave(ben);
    await anna.client.call(declineInvitation, { body: { inviteCode } });
    await chooseNew(ben, "Ben Stone", "ben.late@example.com");
    await expectFailureToast(ben, "Invitation acceptance failed", "This invitation has already been used");
    await ben.getByText("You haven't joined the Reyes family yet").waitFor();
    await ben.getByText("Please ask Anna Reyes for a new link.").waitFor();
    const client = new Client(server().url);
    client.token = await tokenOf(ben);
    expect(await client.call(getFamily)).toMatchObject({ name: "The Stone family" });
  });

  it("leaves one to somebody whose invitation was declined while they were asked whether to join", {
    tags: "extended",
  }, async () => {
    const anna = await signUp(server(), { name: "Anna Reyes" });
    const inviteCode = await invite(anna, "grandparent", "Rose");
    const rose = await windows.open(`${server().url}/invite?code=${inviteCode}`, phone);
    await leave(rose);
    await chooseNew(rose, "Rose Stone", "rose.late@example.com");
    await heading(rose, "Join the Reyes family?").waitFor();
    await anna.client.call(declineInvitation, { body: { inviteCode } });
    await button(rose, "Join").click();
    await rose.getByText("You haven't joined the Reyes family yet").waitFor();
    const client = new Client(server().url);
    client.token = await tokenOf(rose);
    expect((await client.call(getFamily)).members).toMatchObject([{ name: "Rose Stone" }]);
  });

  it("asks before joining when another site sent the person with its own invitation, and No is possible", {
    tags: "extended",
  }, async () => {
    const page = await windows.open(`${server().url}/?signup`, phone);
    await leave(page);
    await chooseNew(page, "Vera Diaz", "vera@example.com");
    await heading(page, "Admin Panel").waitFor();
    const attacker = await signUp(server(), { name: "Mallory Moss" });
    const inviteCode = await invite(attacker, "grandparent", "Vera");
    await page.goto(`${server().url}/api/auth/google?inviteCode=${inviteCode}`);
    await chooseNew(page, "Vera Diaz", "vera@example.com");
    await heading(page, "Join the Moss family?").waitFor();
    await link(page, "Not now").click();
    await link(page, "Admin Dashboard").waitFor();
    expect((await attacker.client.call(getFamily)).members).toHaveLength(1);
  });

  it("welcomes a person without a name, too", { tags: "extended" }, async () => {
    const page = await windows.open(`${server().url}/?signup`, phone);
    await page.route("**/api/auth/status", async (route) => {
      const response = await route.fetch();
      const { user, ...rest } = await response.json();
      await route.fulfill({ response, json: { ...rest, user: { ...user, displayName: "" } } });
    });
    await leave(page);
    await chooseNew(page, "Gina Diaz", "gina@example.com");
    await expectToast(page, "Authentication Successful", "You've been successfully authenticated.");
  });

  it("says so on the landing page when the person presses Cancel at Google", async () => {
    const page = await windows.open(`${server().url}/?signup`, phone);
    await leave(page);
    await button(page, "Cancel").click();
    await expectFailureToast(
      page,
      "Authentication Failed",
      "Google authentication failed. Please try again.",
    );
    await link(page, "Get Started").first().waitFor();
    expect(page.url()).toBe(`${server().url}/`);
    expect(await tokenOf(page)).toBeUndefined();
  });

  it("returns to the part of the panel that it started from", async () => {
    const page = await windows.open(`${server().url}/admin/co-admins`);
    await heading(page, "Admin Login").waitFor();
    await leave(page);
    expect(await page.evaluate(() => sessionStorage.redirectAfterLogin)).toBe("/admin/co-admins");
    await chooseNew(page, "Carla Diaz", "carla@example.com");
    await heading(page, "Pending Invitations").waitFor();
    expect(page.url()).toBe(`${server().url}/admin/co-admins`);
    expect(await page.evaluate(() => sessionStorage.redirectAfterLogin)).toBeUndefined();
  });

  it("never leaves the app, whatever redirectAfterLogin contains", async () => {
    const page = await windows.open(server().url);
    await page.evaluate(() => sessionStorage.setItem("redirectAfterLogin", "//evil.example/"));
    await page.goto(`${server().url}/api/auth/google`);
    await chooseNew(page, "Dora Diaz", "dora@example.com");
    await heading(page, "Admin Panel").waitFor();
    expect(page.url()).toBe(`${server().url}/admin`);
  });
});

/** Goes to Google and back while this many status calls fail. */
async function returnWhile(page: Page, failures: number) {
  let tries = 0;
  await page.route("**/api/auth/status", (route) => {
    tries += 1;
    if (tries > failures) return route.continue();
    return tries % 2 ? route.fulfill({ status: 503, body: "" }) : route.abort();
  });
  await leave(page);
  await chooseNew(page, "Farid Diaz", `farid.${failures}@example.com`);
  return { calls: () => tries };
}

describe("when the status call fails or waits after the return", { tags: "extended" }, () => {
  it("it is retried, and the person is welcomed", async () => {
    const page = await windows.open(`${server().url}/?signup`, phone);
    const { calls } = await returnWhile(page, 2);
    await expectToast(page, "Authentication Successful", "Welcome Farid Diaz!");
    expect(calls()).toBe(3);
    await heading(page, "Admin Panel").waitFor();
  });

  it("the page says that it is signing them in until the answer comes", async () => {
    const page = await windows.open(`${server().url}/?signup`, phone);
    await leave(page);
    const release = await hold(page, "**/api/auth/status");
    await chooseNew(page, "Hanna Diaz", "hanna@example.com");
    await page.getByText("Signing you in...").waitFor();
    release();
    await heading(page, "Admin Panel").waitFor();
  });

  it("the sign-in is kept, and works in any tab as soon as the server answers", async () => {
    const page = await windows.open(`${server().url}/?signup`, phone);
    const { calls } = await returnWhile(page, 1_000);
    await expect.poll(calls, { timeout: 20_000 }).toBeGreaterThanOrEqual(4);
    await expectToast(page, "Authentication Successful");
    const kept = await tokenOf(page);
    expect(kept).toMatch(/^[\w-]{22}$/);
    // A reload that interrupts a call could use up the token without anybody receiving the answer.
    await page.goto(`${server().url}/healthz`);
    const tab = await page.context().newPage();
    await tab.goto(server().url);
    await heading(tab, "Today's Events").waitFor();
    await expect.poll(() => tab.evaluate(() => localStorage.userRole)).toBe("admin");
    const client = new Client(server().url, await tokenOf(tab));
    expect((await client.call(getStatus)).user.displayName).toBe("Farid Diaz");
    expect(client.token).not.toBe(kept);
  });
});

describe("when signing in does not work", () => {
  it("says that the provider cannot be reached when none is configured", async () => {
    const real = await startServer({ dist, env: production });
    const page = await windows.open(`${real.url}/?signup`, phone);
    await page.getByText("This server can't send codes.").waitFor();
    expect(await link(page, "Sign in with Google").count()).toBe(0);
    await page.goto(`${real.url}/api/auth/google`);
    const words =
      "Could not connect to the sign-in provider's authentication service. Please try again later.";
    await expectFailureToast(page, "Login Failed", words);
    expect(page.url()).toBe(`${real.url}/`);
    await real.stop();
  });

  it("has a message for any other reason", async () => {
    const page = await windows.open(`${server().url}/?error=anything`, phone);
    await expectFailureToast(page, "Authentication Failed", "Failed to log you in. Please try again later.");
    expect(page.url()).toBe(`${server().url}/`);
  });

  it("does not sign in anybody with a used address, and says so", async () => {
    const page = await windows.open(`${server().url}/?token=AAAAAAAAAAAAAAAAAAAAAA&auth=success`, phone);
    await expectFailureToast(
      page,
      "Authentication Failed",
      "That sign-in has already been used. Please sign in again.",
    );
    await link(page, "Get Started").first().waitFor();
    expect(await tokenOf(page)).toBeUndefined();
  });
});

it('"Me" knows that somebody who signed up with Google has no phone number, and offers to add one', async () => {
  const page = await windows.open(`${server().url}/admin-login`, phone);
  await leave(page);
  await chooseNew(page, "Emma Diaz", "emma@example.com");
  await heading(page, "Admin Panel").waitFor();
  await page.goto(`${server().url}/account`);
  for (const title of ["My phone", "My password"]) await openUnderMore(page, title);
  await page.getByText("You haven't added a phone number yet.").waitFor();
  await button(page, "Add my number").waitFor();
  await page.getByText("You don't need one: Google is enough.").waitFor();
});

it("the admin login offers Google, a username and a password, and a link home", async () => {
  const page = await windows.open(`${server().url}/admin-login`);
  await heading(page, "Admin Login").waitFor();
  const google = await link(page, "Sign in with Google").getAttribute("href");
  expect(google).toMatch(/^\/api\/auth\/google\?timeZone=/);
  await page.getByText("Or continue with username").waitFor();
  expect(await link(page, "Back to Home").getAttribute("href")).toBe("/");
  let answer = () => {};
  const held = new Promise<void>((done) => {
    answer = done;
  });
  await page.route("**/api/login", async (route) => {
    await held;
    await route.continue();
  });
  await page.getByLabel("Username").fill("Nobody");
  await page.getByLabel("Password").fill("nothing here");
  await button(page, "Login").click();
  await button(page, "Logging in...").waitFor();
  answer();
  await expectFailureToast(page, "Login failed", "Invalid credentials");
});
