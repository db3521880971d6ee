// Signing in with Google, at the sandbox's provider: there and back in a real browser.
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { getStatus } from "#contract/accounts/sign-in.ts";
import { getFamily } from "#contract/families.ts";
import { Client } from "../support/client.ts";
import { invite, signUp } from "../support/people.ts";
import { production, startServer, useServer } from "../support/server.ts";
import { button, expectFailureToast, expectToast, heading, link } from "../support/steps.ts";
import { dist, useWindows, widths } from "../support/window.ts";

const server = useServer({ dist });
const windows = useWindows();
const phone = { width: widths.phone };

async function leave(page: Page): Promise<void> {
  await link(page, "Sign in with Google").click();
  await heading(page, "Choose an account").waitFor();
}

/** The whole page goes to the provider: what is asked is a page, and the answer leads on. */
async function leaveAsPage(page: Page): Promise<void> {
  const leaving = page.waitForResponse((response) => response.url().includes("/api/auth/google"));
  await leave(page);
  const response = await leaving;
  expect(response.request().isNavigationRequest()).toBe(true);
  expect(response.request().frame()).toBe(page.mainFrame());
  expect(response.status()).toBe(302);
  expect(new URL(page.url()).pathname).not.toMatch(/^\/api\/auth/);
}

/** Somebody whom the provider has not seen before. */
async function chooseNew(page: Page, name: string, email: string): Promise<void> {
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("E-mail").fill(email);
  await button(page, "Continue").click();
}

const tokenOf = (page: Page) => page.evaluate<string>(() => localStorage.token);

describe("signing in with Google", () => {
  it("starts Anna's family where her browser is, and takes her to the panel with a welcome", async () => {
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

    // What stood in the address opens nothing, and is not what is kept.
    const inAddress = new URL((await brought).url()).searchParams.get("token");
    const client = new Client(server().url);
    client.token = await tokenOf(anna);
    expect(client.token).not.toBe(inAddress);
    expect(await client.call(getFamily)).toMatchObject({ timeZone: "Europe/Vienna" });
    await anna.goBack();
    expect(anna.url()).not.toContain("token");
  });

  it("signs somebody who is known in again, and a person without the panel goes home", async () => {
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

  it("asks somebody whom another site sent there with its own invitation, who may say no", async () => {
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

  it("welcomes somebody without a name, too", async () => {
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

  it("says so on the landing where the person presses Cancel there", async () => {
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

  it("comes back to the part of the panel that it started from", async () => {
    const page = await windows.open(`${server().url}/admin/co-admins`);
    await heading(page, "Admin Login").waitFor();
    await leave(page);
    expect(await page.evaluate(() => sessionStorage.redirectAfterLogin)).toBe("/admin/co-admins");
    await chooseNew(page, "Carla Diaz", "carla@example.com");
    await heading(page, "Pending Invitations").waitFor();
    expect(page.url()).toBe(`${server().url}/admin/co-admins`);
    expect(await page.evaluate(() => sessionStorage.redirectAfterLogin)).toBeUndefined();
  });

  it("goes nowhere else, whatever stands in redirectAfterLogin", async () => {
    const page = await windows.open(server().url);
    await page.evaluate(() => sessionStorage.setItem("redirectAfterLogin", "//evil.example/"));
    await page.goto(`${server().url}/api/auth/google`);
    await chooseNew(page, "Dora Diaz", "dora@example.com");
    await heading(page, "Admin Panel").waitFor();
    expect(page.url()).toBe(`${server().url}/admin`);
  });
});

/** Goes to Google and back while so many calls of the status fail. */
async function comeBackWhile(page: Page, failures: number) {
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

describe("when the server does not say who came back", () => {
  it("it is asked again, and the person is welcomed", async () => {
    const page = await windows.open(`${server().url}/?signup`, phone);
    const { calls } = await comeBackWhile(page, 2);
    await expectToast(page, "Authentication Successful", "Welcome Farid Diaz!");
    expect(calls()).toBe(3);
    await heading(page, "Admin Panel").waitFor();
  });

  it("the sign-in is kept, and good as soon as the server answers", async () => {
    const page = await windows.open(`${server().url}/?signup`, phone);
    const { calls } = await comeBackWhile(page, 1_000);
    await expect.poll(calls, { timeout: 20_000 }).toBeGreaterThanOrEqual(4);
    await expectToast(page, "Authentication Successful");
    const kept = await tokenOf(page);
    expect(kept).toMatch(/^[\w-]{22}$/);
    // A call that a reload cuts off could spend the token without anybody hearing the answer.
    await page.goto("about:blank");
    await page.unroute("**/api/auth/status");
    await page.goto(server().url);
    await heading(page, "Today's Events").waitFor();
    await expect.poll(() => page.evaluate(() => localStorage.userRole)).toBe("admin");
    const client = new Client(server().url, await tokenOf(page));
    expect((await client.call(getStatus)).user.displayName).toBe("Farid Diaz");
    expect(client.token).not.toBe(kept);
  });
});

describe("when signing in does not work", () => {
  it("says that the provider cannot be reached where there is none", async () => {
    const real = await startServer({ dist, env: production });
    const page = await windows.open(`${real.url}/?signup`, phone);
    await link(page, "Sign in with Google").click();
    const words =
      "Could not connect to the sign-in provider's authentication service. Please try again later.";
    await expectFailureToast(page, "Login Failed", words);
    expect(page.url()).toBe(`${real.url}/`);
    await real.stop();
  });

  it("has words for any other reason", async () => {
    const page = await windows.open(`${server().url}/?error=anything`, phone);
    await expectFailureToast(page, "Authentication Failed", "Failed to log you in. Please try again later.");
    expect(page.url()).toBe(`${server().url}/`);
  });

  it("signs nobody in by an address that was used, and says so", async () => {
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

it("Me knows that somebody who came by Google has no phone number here, and offers to add one", async () => {
  const page = await windows.open(`${server().url}/admin-login`, phone);
  await leave(page);
  await chooseNew(page, "Emma Diaz", "emma@example.com");
  await heading(page, "Admin Panel").waitFor();
  await page.goto(`${server().url}/account`);
  await page.getByText("You haven't added a phone number yet.").waitFor();
  await button(page, "Add my number").waitFor();
  await page.getByText("You don't need one: Google is enough.").waitFor();
});

it("the admin login offers Google, a username and a password, and the way home", async () => {
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
