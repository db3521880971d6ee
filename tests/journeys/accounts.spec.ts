import { describe, expect, it } from "vitest";
import { changeNames } from "#contract/accounts/accounts.ts";
import { minuteMs } from "#contract/durations.ts";
import { useEngineWindows } from "#tests/support/engines/windows.ts";
import { badGateway, endFailures } from "#tests/support/network-failures.ts";
import { codeFor, invite, newPhoneNumber, reyesFamily, signUp } from "#tests/support/people.ts";
import { deviceOf } from "#tests/support/screens/visit.ts";
import { useServer } from "#tests/support/server.ts";
import {
  button,
  expectFailureToast,
  glimpse,
  heading,
  link,
  openUnderMore,
  phoneField,
  provePhoneOnScreen,
  signUpOnScreen,
} from "#tests/support/steps.ts";
import { dist, useWindows, widths } from "#tests/support/window.ts";

const server = useServer({ dist });
const windows = useEngineWindows();
const chromium = useWindows();
const phone = { width: widths.phone };

describe("the signup card", () => {
  it("says what is wrong with a number, and keeps what was typed through Back and a reload", async () => {
    const page = await windows.open(`${server().url}/?signup`, phone);
    await phoneField(page).fill("(614) 555");
    await button(page, "Text me a code").click();
    await page.getByText("Phone number must be at least 10 digits").waitFor();
    await phoneField(page).fill("614-555-01ab");
    await button(page, "Text me a code").click();
    await page.getByText("Phone number can only contain numbers and + prefix").waitFor();

    await phoneField(page).fill("(614) 555-9001");
    await button(page, "Text me a code").click();
    await page.getByText("6-digit code, sent to (614) 555-9001").waitFor();
    const verifyStep = await page.evaluate(() => location.href);
    await link(page, "Back").click();
    expect(await phoneField(page).inputValue()).toBe("(614) 555-9001");
    await page.goto(verifyStep);
    const code = codeFor(server(), "+16145559001");
    await page.getByLabel("Verification code").pressSequentially(`${code.slice(0, 3)} ${code.slice(3)}`);
    await button(page, "Check my code").click();

    await page.getByLabel("Your name").fill("Rose");
    await page.getByLabel(/Grandparent\/Senior/).check();
    await page.getByLabel("Grandparent names").fill("Rose & Walter");
    await link(page, "Back").click();
    await button(page, "Continue").click();
    expect(await page.getByLabel("Your name").inputValue()).toBe("Rose");
    await button(page, "Create my account").click();
    await glimpse(heading(page, "Welcome to Porchlight, Rose!"));
    await page.waitForURL(`${server().url}/`);
    const stored = await page.evaluate(() => [localStorage.userRole, localStorage.grandparentNames]);
    expect(stored).toEqual(["grandparent", "Rose & Walter"]);
  });

  it("offers two roles, and asks grandparents what to call them", async () => {
    const page = await windows.open(`${server().url}/?signup`, phone);
    await provePhoneOnScreen(server(), page);
    const roles = page.getByRole("radio");
    await roles.first().waitFor();
    expect(await roles.evaluateAll((all) => all.map((role) => role.closest("label")?.textContent))).toEqual([
      expect.stringContaining("Adult child"),
      expect.stringContaining("Grandparent/Senior"),
    ]);
    const names = page.getByLabel("Grandparent names");
    await page.getByLabel(/Grandparent\/Senior/).check();
    await names.waitFor();
    await page.getByLabel(/Adult child/).check();
    await names.waitFor({ state: "detached" });
  });

  it("asks an invited family member for the grandparents' names, and for no role", async () => {
    const inviteCode = await invite(await signUp(server()), "child", "Ben");
    const page = await windows.open(`${server().url}/invite?code=${inviteCode}`, phone);
    await provePhoneOnScreen(server(), page);
    await page.getByLabel("Grandparent names").waitFor();
    expect(await page.getByRole("radio").count()).toBe(0);
  });

  it("says how long to wait for another code", async () => {
    const page = await windows.open(`${server().url}/?signup`, phone);
    await phoneField(page).fill(newPhoneNumber());
    await button(page, "Text me a code").click();
    await button(page, "Send me a new code").click();
    await page
      .getByText(/^Please try again in \d+ seconds\.$/)
      .first()
      .waitFor();
    await page.getByText("Failed to send verification code").first().waitFor();
  });

  it("signs in a known person by their number, without the last step", async () => {
    const anna = await signUp(server(), { name: "Anna Reyes" });
    server().clock.advance(minuteMs);
    const page = await windows.open(`${server().url}/?signup`, phone);
    await phoneField(page).fill(anna.phoneNumber);
    await button(page, "Text me a code").click();
    await heading(page, "What is the code we sent you?").waitFor();
    await page.getByLabel("Verification code").pressSequentially(codeFor(server(), anna.phoneNumber));
    await button(page, "Check my code").click();
    await glimpse(heading(page, "Welcome to Porchlight, Anna Reyes!"));
    expect(await page.evaluate(() => localStorage.userRole)).toBe("admin");
  });

  it("says that it could not reach the server, and keeps the number", { tags: "chromium" }, async () => {
    const page = await chromium.open(`${server().url}/?signup`, phone);
    await page.route("**/api/auth/request-verification", (route) => route.abort());
    await phoneField(page).fill("(614) 555-9002");
    await button(page, "Text me a code").click();
    await expectFailureToast(page, "Error", "Failed to send verification code. Please try again.");
    expect(await phoneField(page).inputValue()).toBe("(614) 555-9002");
  });
});

describe("“Me”", () => {
  it("keeps what somebody is typing when their account cannot be read again", {
    tags: "chromium",
  }, async () => {
    const { anna } = await reyesFamily(server());
    const page = await chromium.open(`${server().url}/account`, {
      ...phone,
      ...deviceOf(server().url, anna),
    });
    await heading(page, "My name").click();
    await page.getByLabel("Your name").fill("Anna Maria");
    await page.route("**/api/account", badGateway);
    await anna.client.call(changeNames, { body: { username: "Annie", grandparentNames: null } });
    await page.getByText("Your account could not be loaded").waitFor();
    expect(await page.getByLabel("Your name").inputValue()).toBe("Anna Maria");
    await endFailures(page);
    await button(page, "Try again").click();
    await page.getByText("Your account could not be loaded").waitFor({ state: "detached" });
    expect(await page.getByLabel("Your name").inputValue()).toBe("Anna Maria");
  });
});

describe("signing in and out", () => {
  it("works by password at the admin login, by Log Out in the panel, and by signing out everywhere else", async () => {
    const anna = await windows.open(server().url);
    const phoneNumber = await signUpOnScreen(server(), anna, "Anna Reyes");
    await link(anna, /^Me$/).click();
    await openUnderMore(anna, "My password");
    await anna.getByLabel("New password").fill("porch lamp 42");
    await button(anna, "Set a password").click();
    await anna.getByText("Your password is saved.").waitFor();

    const other = await windows.open(`${server().url}/admin`, phone);
    await other.getByLabel("Username").fill(phoneNumber);
    await other.getByLabel("Password").fill("wrong lamp");
    await button(other, "Login").click();
    await other.getByText("Login failed").first().waitFor();
    await other.getByLabel("Password").fill("porch lamp 42");
    await button(other, "Login").click();
    await heading(other, "Admin Panel").waitFor();
    const tokens = await other.evaluate(() => [localStorage.token, localStorage["admin-token"]]);
    expect(tokens[0]).toBe(tokens[1]);

    await anna.reload();
    await openUnderMore(anna, "Where I am signed in");
    await button(anna, "Sign out everywhere else").click();
    await anna.getByText("Signed out everywhere else").first().waitFor();
    await other.getByText("You are signed out").first().waitFor();
    await heading(other, "Admin Login").waitFor();

    await anna.goto(`${server().url}/admin-login`);
    await heading(anna, "Admin Panel").waitFor();
    await button(anna, "Log Out").click();
    await anna.waitForURL(`${server().url}/`);
    expect(await anna.evaluate(() => localStorage.token)).toBeUndefined();
  });
});
