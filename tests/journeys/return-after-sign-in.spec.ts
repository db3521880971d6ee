// Somebody who opened a page and had to sign in first comes back to that page, whichever way they sign in.
// @module-tag extended
import type { Page } from "playwright-core";
import { beforeEach, expect, it } from "vitest";
import { makeSignInCode } from "#contract/accounts/sign-in-codes.ts";
import { type Person, password, reyesFamily } from "#tests/support/people.ts";
import { visitOf } from "#tests/support/screens/visit.ts";
import { useServer } from "#tests/support/server.ts";
import { VirtualAuthenticator, visitAtLocalhost } from "#tests/support/sign-in/virtual-authenticator.ts";
import {
  button,
  expectToast,
  heading,
  link,
  logOutGrandparent,
  openUnderMore,
  provePhoneOnScreen,
} from "#tests/support/steps.ts";
import { dist, useWindows, widths } from "#tests/support/window.ts";

const server = useServer({ dist });
const windows = useWindows();

let family: Awaited<ReturnType<typeof reyesFamily>>;
beforeEach(async () => {
  family = await reyesFamily(server());
});

const open = (path: string): Promise<Page> => visitOf(server(), windows, { width: widths.phone }).open(path);

const kept = (page: Page) => page.evaluate(() => sessionStorage.redirectAfterLogin);

async function logInAs(page: Page, { phoneNumber }: Person): Promise<void> {
  await page.getByLabel("Username").fill(phoneNumber);
  await page.getByLabel("Password").fill(password);
  await button(page, "Login").click();
}

it.each([
  ["/admin/co-admins", "Pending Invitations"],
  ["/admin/events?add", "Manual events"],
  ["/family/move", "Move a family to this server"],
])("after a password, at %s", async (path, title) => {
  const page = await open(path);
  await logInAs(page, family.anna);
  await heading(page, title).waitFor();
  expect(page.url()).toBe(server().url + path);
});

it("after a password at /admin-login, at the page that was kept, and otherwise in the panel", async () => {
  const page = await open("/admin-login");
  await page.evaluate(() => sessionStorage.setItem("redirectAfterLogin", "/week"));
  await logInAs(page, family.anna);
  await heading(page, "The week").waitFor();
  expect(await kept(page)).toBeUndefined();
  await page.evaluate(() => localStorage.clear());
  await page.goto(`${server().url}/admin-login`);
  await logInAs(page, family.anna);
  await heading(page, "Admin Panel").waitFor();
  expect(page.url()).toBe(`${server().url}/admin`);
});

it("after a password, never outside the app", async () => {
  const page = await open("/admin-login");
  await page.evaluate(() => sessionStorage.setItem("redirectAfterLogin", "//evil.example/"));
  await logInAs(page, family.anna);
  await heading(page, "Admin Panel").waitFor();
  expect(page.url()).toBe(`${server().url}/admin`);
});

it("after a code to the phone", async () => {
  const page = await open("/week");
  await link(page, "Sign in with a code").click();
  await provePhoneOnScreen(server(), page, family.rose.phoneNumber);
  await heading(page, "The week").waitFor();
  expect(page.url()).toBe(`${server().url}/week`);
  expect(await kept(page)).toBeUndefined();
});

it("after a code from the family", async () => {
  const { code } = await family.anna.client.call(makeSignInCode, { params: { id: family.rose.id } });
  const page = await open("/help/1");
  await page.getByRole("main").getByRole("link", { name: "Sign in", exact: true }).click();
  await link(page, "I have a code from my family").click();
  await page.getByLabel("Code from your family").fill(code);
  await button(page, "Sign in on this device").click();
  await expectToast(page, "Signed in");
  await heading(page, "Tech Help").waitFor();
  expect(page.url()).toBe(`${server().url}/help/1`);
});

it("after a provider", async () => {
  const page = await open("/account");
  await link(page, "Sign in with a code").click();
  await link(page, "Sign in with Google").click();
  await button(page, "Anna Reyes").click();
  await openUnderMore(page, "Where I am signed in");
  expect(page.url()).toBe(`${server().url}/account`);
});

it("after a passkey", async () => {
  const page = await visitAtLocalhost(server(), windows).open("/account", family.rose);
  await VirtualAuthenticator.in(page);
  await openUnderMore(page, "Passkeys");
  await button(page, "Add a passkey").click();
  await expectToast(page, "Passkey added", "Chrome on Windows");
  await logOutGrandparent(page);
  const week = new URL("/week", page.url()).href;
  await page.goto(week);
  await link(page, "Sign in with a code").click();
  await button(page, "Sign in with a passkey").click();
  await heading(page, "The week").waitFor();
  expect(page.url()).toBe(week);
});
