// Passkeys, with Chromium's virtual authenticator as the device.
// @module-tag extended
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { forgetProof, invite, proveFreshly, reyesFamily, signUp } from "#tests/support/people.ts";
import { type Visit, visitOf } from "#tests/support/screens/visit.ts";
import { useServer } from "#tests/support/server.ts";
import { VirtualAuthenticator, visitAtLocalhost } from "#tests/support/sign-in/virtual-authenticator.ts";
import {
  button,
  expectToast,
  focusedText,
  heading,
  link,
  logOutGrandparent,
  openUnderMore,
} from "#tests/support/steps.ts";
import { dist, useWindows } from "#tests/support/window.ts";

const server = useServer({ dist });
const windows = useWindows();

const open: Visit["open"] = (...asked) => visitAtLocalhost(server(), windows).open(...asked);

const byPasskey = (page: Page) => button(page, "Sign in with a passkey");

/** Adds a passkey in "Me" on this page's device. */
async function addOnScreen(page: Page): Promise<void> {
  await button(page, "Add a passkey").click();
  await expectToast(page, "Passkey added", "Chrome on Windows");
  await page.getByText("Not used yet. Added").waitFor();
}

async function logOut(page: Page): Promise<void> {
  await button(page, "Log Out").click();
  await link(page, "Get Started").first().waitFor();
}

it("Rose adds a passkey in “Me”, signs in with it, and removes it", async () => {
  const { rose } = await reyesFamily(server());
  const page = await open("/account", rose);
  const device = await VirtualAuthenticator.in(page);
  await openUnderMore(page, "Passkeys");
  await addOnScreen(page);
  expect(server().outbox.findLast(({ to }) => to === rose.phoneNumber)?.text).toMatch(/^A passkey was added/);
  await logOutGrandparent(page);

  await link(page, "Get Started").first().click();
  await byPasskey(page).click();
  await expectToast(page, "Signed in", "Welcome back, Rose!");
  await heading(page, /Good (morning|afternoon|evening)/).waitFor();

  await link(page, /^Me$/).click();
  await openUnderMore(page, "Passkeys");
  await page.getByRole("region", { name: "Passkeys" }).getByText("Last used").waitFor();
  await button(page, "Remove the passkey of Chrome on Windows").click();
  await expectToast(page, "Passkey removed", "Chrome on Windows");
  expect(await button(page, "Remove the passkey of Chrome on Windows").count()).toBe(0);
  await expect.poll(() => focusedText(page)).toBe("Add a passkey");

  await logOutGrandparent(page);
  await link(page, "Get Started").first().click();
  await byPasskey(page).click();
  await page.getByText("Porchlight doesn't know this passkey. It was removed.").first().waitFor();
  await expect.poll(() => device.count()).toBe(0);
  await page.getByLabel("Phone number", { exact: true }).waitFor();
});

it("asks for a code before a passkey is added, and then adds it", async () => {
  const anna = await signUp(server());
  const page = await open("/account", anna);
  await VirtualAuthenticator.in(page);
  await openUnderMore(page, "Passkeys");
  await button(page, "Add a passkey").waitFor();
  await forgetProof(server(), anna);
  await button(page, "Add a passkey").click();
  const dialog = page.getByRole("dialog", { name: "Is it you?" });
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await page.getByText("Please confirm that it's you first.").first().waitFor();
  await proveFreshly(server(), anna);
  await addOnScreen(page);
});

it("somebody who refuses, whose device already has a passkey, or who has none is told so and keeps the other ways to sign in", async () => {
  const anna = await signUp(server());
  const page = await open("/account", anna);
  const device = await VirtualAuthenticator.in(page);
  await openUnderMore(page, "Passkeys");
  await device.willUnlock(false);
  await button(page, "Add a passkey").click();
  await page.getByText("No passkey was created. You can try again, or go on without one.").first().waitFor();
  await device.willUnlock(true);
  await addOnScreen(page);
  await button(page, "Add a passkey").click();
  await page.getByText("This device already has your passkey.").first().waitFor();

  const stranger = await open("/?signup");
  await VirtualAuthenticator.in(stranger);
  await stranger.getByLabel("Phone number", { exact: true }).fill("614 555 0142");
  await byPasskey(stranger).click();
  await stranger.getByText("No passkey was used.").first().waitFor();
  expect(await stranger.getByLabel("Phone number", { exact: true }).inputValue()).toBe("614 555 0142");
});

it("somebody who signs in with a passkey on an invite page is asked whether to join", async () => {
  const { anna } = await reyesFamily(server());
  const ben = await signUp(server(), { name: "Ben Ortiz" });
  const page = await open("/account", ben);
  await VirtualAuthenticator.in(page);
  await openUnderMore(page, "Passkeys");
  await addOnScreen(page);
  await logOut(page);
  await page.goto(new URL(`/invite?code=${await invite(anna, "child", "Ben")}`, page.url()).href);
  await byPasskey(page).click();
  await heading(page, /^Join .+\?$/).waitFor();
  await page.getByText("You're signed in as Ben Ortiz.").waitFor();
  await button(page, "Join").click();
  await expectToast(page, "Invitation accepted");
});

it("an admin gets to the panel with a passkey", async () => {
  const anna = await signUp(server());
  const page = await open("/account", anna);
  await VirtualAuthenticator.in(page);
  await openUnderMore(page, "Passkeys");
  await addOnScreen(page);
  await logOut(page);
  await page.goto(new URL("/admin-login", page.url()).href);
  await byPasskey(page).click();
  await heading(page, "Admin Panel").waitFor();
});

it("passkeys are not offered at a numeric host", async () => {
  const anna = await signUp(server());
  const numeric = visitOf(server(), windows);
  const me = await numeric.open("/account", anna);
  await openUnderMore(me, "My password");
  expect(await heading(me, "Passkeys").count()).toBe(0);
  const signup = await numeric.open("/?signup");
  await link(signup, "Sign in with Google").waitFor();
  expect(await byPasskey(signup).count()).toBe(0);
});
