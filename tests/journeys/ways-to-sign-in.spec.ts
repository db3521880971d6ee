// Signing in without a text message and without Google: by e-mail alone, by a code from the family, with another provider.
// @module-tag extended
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { getAccount } from "#contract/accounts/accounts.ts";
import type { Window } from "#tests/support/engines/window.ts";
import { useEngineWindows } from "#tests/support/engines/windows.ts";
import { emailedCodeFor, forgetProof, invite, reyesFamily } from "#tests/support/people.ts";
import { matrixOf, readQrCode } from "#tests/support/qr-code.ts";
import { visitOf } from "#tests/support/screens/visit.ts";
import { tokenIn } from "#tests/support/sent-links.ts";
import { startServer, type TestServer, useServer } from "#tests/support/server.ts";
import { OpenIdServer } from "#tests/support/sign-in/open-id-server.ts";
import {
  button,
  expectFailureToast,
  expectToast,
  heading,
  inviteOnScreen,
  link,
  openUnderMore,
} from "#tests/support/steps.ts";
import { dist, widths } from "#tests/support/window.ts";

const smtp = { SMTP_URL: "smtps://mail.example.com", MAIL_FROM: "Porchlight <hello@porchlight.example>" };
const withoutTexts = useServer({ dist, env: smtp });
const sandbox = useServer({ dist });
const windows = useEngineWindows();
const phone = { width: widths.phone, hasWorker: true };
const tablet = { width: widths.tablet, hasWorker: true };

/** Matched exactly, because the panel beside it mentions the address too. */
const emailField = (page: Window) => page.getByLabel("E-mail address", { exact: true });

const goodDay = /Good (morning|afternoon|evening)/;

async function typeCode(server: TestServer, page: Window, email: string): Promise<void> {
  await heading(page, "What is the code we sent you?").waitFor();
  await page.getByLabel("Verification code").pressSequentially(emailedCodeFor(server, email));
  await button(page, "Check my code").click();
}

describe("a server that sends no texts", () => {
  it("signs Anna up by e-mail, with a number for calls, and Rose by the invitation's address", async () => {
    const anna = await windows.open(withoutTexts().url, phone);
    await link(anna, "Get Started").first().click();
    await heading(anna, "What is your e-mail address?").waitFor();
    expect(await link(anna, "Sign in with Google").count()).toBe(0);
    await emailField(anna).fill("anna at home");
    await button(anna, "E-mail me a code").click();
    await anna.getByText("Please enter a valid email address").waitFor();
    await emailField(anna).fill(" anna@example.com ");
    await button(anna, "E-mail me a code").click();
    await expectToast(anna, "Verification code sent", "Please check your e-mail for the verification code.");
    await anna.getByText("6-digit code, sent to anna@example.com").waitFor();
    await typeCode(withoutTexts(), anna, "anna@example.com");
    await expectToast(anna, "E-mail verified", "Please complete your profile information.");
    await anna.getByLabel("Your name").fill("Anna Reyes");
    await anna.getByLabel(/Adult child/).check();
    await anna.getByLabel("Phone number (optional)").fill("(614) 555");
    await button(anna, "Create my account").click();
    await anna.getByText("Phone number must be at least 10 digits").waitFor();
    await anna.getByLabel("Phone number (optional)").fill("(614) 555-0142");
    await button(anna, "Create my account").click();
    await heading(anna, goodDay).waitFor();

    await anna.goto(`${withoutTexts().url}/admin`);
    const query = await inviteOnScreen(anna, "Rose", "Grandparent");
    const rose = await windows.open(`${withoutTexts().url}/invite${query}`, tablet);
    await rose.getByText("Is your e-mail address r...@example.com?").waitFor();
    await button(rose, "Yes, e-mail me a code").click();
    await typeCode(withoutTexts(), rose, "rose@example.com");
    await button(rose, "Create my account").click();
    await heading(rose, goodDay).waitFor();
    await rose.goto(`${withoutTexts().url}/call`);
    expect(await link(rose, "Call Anna").getAttribute("href")).toBe("tel:+16145550142");
  });

  it("signs in somebody who comes back, and asks them by e-mail whether it is them", async () => {
    const page = await windows.open(`${withoutTexts().url}/?signup`, phone);
    await emailField(page).fill("ben@example.com");
    await button(page, "E-mail me a code").click();
    await typeCode(withoutTexts(), page, "ben@example.com");
    await page.getByLabel("Your name").fill("Ben Reyes");
    await page.getByLabel(/Adult child/).check();
    await button(page, "Create my account").click();
    await heading(page, goodDay).waitFor();
    const people = withoutTexts().database.kysely.selectFrom("people").select("id");
    const ben = await people.where("email", "=", "ben@example.com").executeTakeFirstOrThrow();
    await page.goto(`${withoutTexts().url}/account`);
    await openUnderMore(page, "Where I am signed in");
    await forgetProof(withoutTexts(), ben);
    await openUnderMore(page, "My phone");
    await page.getByLabel("Number for calls").fill("614-555-0177");
    await button(page, "Save my number").click();
    const dialog = page.getByRole("dialog", { name: "Is it you?" });
    await dialog.getByRole("button", { name: "E-mail me a code" }).click();
    await dialog.getByLabel("Verification code").waitFor();
    await dialog.getByLabel("Verification code").fill(emailedCodeFor(withoutTexts(), "ben@example.com"));
    await dialog.waitFor({ state: "detached" });
    await page.getByText("Your number is saved.").waitFor();
  });
});

it("a server with texts sends the code by e-mail to those who prefer that", async () => {
  const page = await windows.open(`${sandbox().url}/?signup`, phone);
  await button(page, "Use my e-mail instead").click();
  await emailField(page).fill("walter@example.com");
  await button(page, "Use my phone instead").click();
  await button(page, "Use my e-mail instead").click();
  expect(await emailField(page).inputValue()).toBe("walter@example.com");
  await button(page, "E-mail me a code").click();
  await typeCode(sandbox(), page, "walter@example.com");
  await heading(page, "Who are you?").waitFor();
});

it("a link to a number that is typed into “Find your family” signs Rose in, once she presses its button", async () => {
  const { rose } = await reyesFamily(sandbox());
  const page = await windows.open(`${sandbox().url}/find`, tablet);
  await button(page, "Send me a link").click();
  await page.getByText("Please enter your phone number or e-mail address").waitFor();
  await page.getByLabel("Phone number or e-mail address").fill(rose.phoneNumber);
  await button(page, "Send me a link").click();
  await page.getByText("If we know this number or address, a link is on its way.").waitFor();
  const linksToRose = () =>
    sandbox().outbox.filter(({ to, text }) => to === rose.phoneNumber && text.includes("/sign-in/link"));
  await expect.poll(() => linksToRose().length).toBe(1);
  const address = `${sandbox().url}/sign-in/link?to=${tokenIn(linksToRose())}`;

  // What a mail program opens uses nothing up.
  const first = await windows.open(address, tablet);
  await button(first, "Sign me in").waitFor();
  await page.goto(address);
  await button(page, "Sign me in").click();
  await heading(page, goodDay).waitFor();
  expect(await page.evaluate(() => localStorage.userRole)).toBe("grandparent");
  await button(first, "Sign me in").click();
  const used = "That sign-in has already been used. Please sign in again.";
  await expectFailureToast(first, "Authentication Failed", used);
});

describe("Grandma's tablet", () => {
  it("is signed in by a code on Anna's screen, scanned or typed, once", async () => {
    const { anna, rose } = await reyesFamily(sandbox());
    const panel = await visitOf(sandbox(), windows, { hasWorker: true }).open("/admin/family", anna);
    await link(panel, "Sign in Rose on another device").click();
    await button(panel, "Show the code").click();
    const shown = panel.getByText(/^[0-9A-Z]{4} [0-9A-Z]{4}$/);
    const code = (await shown.textContent()) ?? "";
    const scanned = readQrCode(await matrixOf(panel, /signs Rose in/));
    expect(scanned).toBe(`${sandbox().url}/sign-in#${code.replace(" ", "")}`);

    const first = await windows.open(scanned, tablet);
    await button(first, "Sign in on this device").waitFor();
    await expect.poll(() => first.getByLabel("Code from your family").inputValue()).toBe(code);
    await first.waitForURL(`${sandbox().url}/sign-in`);
    await button(first, "Sign in on this device").click();
    await heading(first, goodDay).waitFor();
    expect(await first.evaluate(() => localStorage.userRole)).toBe("grandparent");

    const second = await windows.open(`${sandbox().url}/?signup`, tablet);
    await link(second, "I have a code from my family").click();
    await second.getByLabel("Code from your family").fill(code.toLowerCase());
    await button(second, "Sign in on this device").click();
    await second.getByText("That code doesn't work or has expired.").first().waitFor();
    await button(panel, "Make a new code").click();
    await expect.poll(() => shown.textContent()).not.toBe(code);
    await second.getByLabel("Code from your family").fill(((await shown.textContent()) ?? "").toLowerCase());
    await button(second, "Sign in on this device").click();
    await heading(second, goodDay).waitFor();
    const { devices } = await rose.client.call(getAccount);
    expect(devices).toHaveLength(3);
  });

  it("is not offered for a Co-Administrator, nor on a device where somebody is signed in", async () => {
    const { anna, ben } = await reyesFamily(sandbox());
    const panel = await visitOf(sandbox(), windows, { hasWorker: true }).open(
      `/admin/family/${anna.id}/sign-in`,
      anna,
    );
    await panel.getByText("You can only sign in members who are not Co-Administrators.").waitFor();
    const page = await visitOf(sandbox(), windows, { hasWorker: true }).open("/sign-in", ben);
    await page.getByText("Someone is signed in on this device.").waitFor();
    expect(await button(page, "Sign in on this device").count()).toBe(0);
  });
});

describe("a second provider", () => {
  const carla = { subject: "carla", name: "Carla Stone", email: "carla@id.example" };
  const provider = new OpenIdServer("keycloak", "the Stones' Keycloak", carla);
  let server: TestServer;
  beforeAll(async () => {
    await provider.open();
    server = await startServer({ dist, env: { SANDBOX: "on", OIDC_PROVIDERS: "keycloak", ...provider.env } });
    provider.browserOrigin = server.url;
  });
  afterAll(async () => {
    await server.stop();
    await provider.close();
  });

  it("signs Carla up under its own name, next to Google", async () => {
    const page = await windows.open(`${server.url}/?signup`, phone);
    await link(page, "Sign in with Google").waitFor();
    await link(page, "Sign in with the Stones' Keycloak").click();
    await expectToast(page, "Authentication Successful", "Welcome Carla Stone!");
    await page.goto(`${server.url}/account`);
    await openUnderMore(page, "My password");
    await page.getByText("You don't need one: the Stones' Keycloak is enough.").waitFor();
  });
});

describe("a server that does not take everybody", () => {
  const byInvitation = useServer({ dist, env: { SIGN_UP: "invited" } });
  const closed = useServer({ dist, env: { SIGN_UP: "closed" } });

  it("says on the landing page and at the signup that people join by invitation, and takes an invited one", async () => {
    const { anna } = await reyesFamily(byInvitation());
    const stranger = await windows.open(byInvitation().url, phone);
    await stranger.getByText("This Porchlight is by invitation").waitFor();
    await link(stranger, "Get Started").first().click();
    await heading(stranger, "Sign in").waitFor();
    await stranger.getByText("Please ask your family for a link.").waitFor();
    const code = await invite(anna, "child", "Gus");
    await stranger.goto(`${byInvitation().url}/invite?code=${code}`);
    await heading(stranger, "Accept invitation & create account").waitFor();
    expect(await stranger.getByText("This Porchlight is by invitation").count()).toBe(0);
  });

  it("says that it takes no new people", async () => {
    const stranger = await windows.open(closed().url, phone);
    await stranger.getByText("This Porchlight takes no new people right now").waitFor();
    await link(stranger, "Get Started").first().click();
    await stranger.getByText("If you have an account, you can sign in.").waitFor();
  });
});
