// Steps that people take on the screen, found by the texts they read there.
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import type { Locator, Role, Window } from "./engines/window.ts";
import { codeFor, newPhoneNumber } from "./people.ts";
import type { TestServer } from "./server.ts";

type Finder = Pick<Window, "getByRole">;

/** A locator of the same kind of window: Playwright's, or that of any engine. */
const named = <Page extends Finder>(page: Page, role: Role, name: string | RegExp) =>
  page.getByRole(role, { name }) as ReturnType<Page["getByRole"]>;

export const button = <Page extends Finder>(page: Page, name: string | RegExp) => named(page, "button", name);
export const link = <Page extends Finder>(page: Page, name: string | RegExp) => named(page, "link", name);
export const heading = <Page extends Finder>(page: Page, name: string | RegExp) =>
  named(page, "heading", name);

export const isFocused = (field: Locator): Promise<boolean> =>
  field.evaluate((element) => element === document.activeElement);

/** The words of what has the focus. A form moves it a moment after it shows its answer, so tests poll this. */
export const focusedText = (page: Window): Promise<string> =>
  page.evaluate(() => document.activeElement?.textContent ?? "");

/** Notices what is shown only for a moment. `waitFor` soon looks only every 500 ms. */
export const glimpse = (shown: Pick<Locator, "isVisible">): Promise<void> =>
  expect.poll(() => shown.isVisible(), { interval: 20, message: `${shown} is visible` }).toBe(true);

/** A second tap in the same place within this time is taken for a shaky hand's, as `ignoreSecondTap` says. */
export const waitOutSecondTap = (): Promise<void> => sleep(800);

/** Matched exactly, because the panel beside it mentions phone numbers too. */
export const phoneField = <Page extends Pick<Window, "getByLabel">>(page: Page) =>
  page.getByLabel("Phone number", { exact: true }) as ReturnType<Page["getByLabel"]>;

/** Gives the page a photo, as if from the device's camera or files. On home, the card of a request comes first. */
export const choosePhoto = (page: Window, buffer: Buffer) =>
  page
    .locator('input[type="file"]')
    .first()
    .setInputFiles({ name: "photo.jpg", mimeType: "image/jpeg", buffer });

/** Opens a section of "Me" that is folded under "More". */
export async function openUnderMore(page: Window, title: string): Promise<void> {
  const more = heading(page, "More");
  await more.waitFor();
  if (!(await heading(page, title).isVisible())) await more.click();
  await heading(page, title).click();
}

/** Logs a grandparent out in "Me", where they are asked first. */
export async function logOutGrandparent(page: Window): Promise<void> {
  await button(page, "Log Out").click();
  await button(page, "Yes, log out").click();
  await link(page, "Get Started").first().waitFor();
}

/** Looks for title and text at once, because the next toast can replace this one between two looks. */
async function waitForToast(page: Window, css: string, title: string, text = title): Promise<void> {
  const words = (exact: string) => ({ has: page.getByText(exact, { exact: true }) });
  const toasts = page.getByRole("region", { name: /^Messages/ }).getByRole("listitem");
  await glimpse(toasts.and(page.locator(css)).filter(words(title)).filter(words(text)));
}

/** Waits for a toast with this text that doesn't look like a failure. */
export const expectToast = (page: Window, title: string, text?: string): Promise<void> =>
  waitForToast(page, ":not([class*=_destructive_])", title, text);

/** Waits for a toast with this text that looks like a failure. */
export const expectFailureToast = (page: Window, title: string, text?: string): Promise<void> =>
  waitForToast(page, "[class*=_destructive_]", title, text);

/** Takes the first two steps of the signup card: phone and code. */
export async function provePhoneOnScreen(server: TestServer, page: Window, phoneNumber = newPhoneNumber()) {
  await phoneField(page).fill(phoneNumber);
  await button(page, "Text me a code").click();
  await heading(page, "What is the code we sent you?").waitFor();
  await page.getByLabel("Verification code").pressSequentially(codeFor(server, phoneNumber));
  await button(page, "Check my code").click();
  return phoneNumber;
}

/** Signs up from the landing page and starts a family. */
export async function signUpOnScreen(server: TestServer, page: Window, name: string, role = "Adult child") {
  await link(page, "Get Started").first().click();
  const phoneNumber = await provePhoneOnScreen(server, page);
  await page.getByLabel("Your name").fill(name);
  await page.getByLabel(new RegExp(role)).check();
  await button(page, "Create my account").click();
  await heading(page, /Good (morning|afternoon|evening)/).waitFor();
  return phoneNumber;
}

/** Creates an invitation in the Co-Admins tab and returns the query of its link. */
export async function inviteOnScreen(page: Window, name: string, role: string): Promise<string> {
  await link(page, "Co-Admins").click();
  return createInvitationOnScreen(page, name, role);
}

/** Fills in the form of an invitation and returns the query of its link. */
export async function createInvitationOnScreen(page: Window, name: string, role: string): Promise<string> {
  await page.getByLabel("Person's Name").fill(name);
  await page.getByLabel("Email").fill(`${name.toLowerCase()}@example.com`);
  await page.getByLabel(new RegExp(`${role}:`)).check();
  await button(page, "Generate Invite Link").click();
  await heading(page, "Invitation Created!").waitFor();
  const text = await page.getByText(/\/invite\?code=/).textContent();
  return new URL(text ?? "").search;
}

/** Goes through the three steps of joining, on the page of an invitation link. */
export async function joinOnScreen(server: TestServer, page: Window, name: string): Promise<string> {
  const phoneNumber = await provePhoneOnScreen(server, page);
  await page.getByLabel("Your name").fill(name);
  await button(page, /Create my account|Join/).click();
  await heading(page, /Good (morning|afternoon|evening)/).waitFor();
  return phoneNumber;
}

/** Opens what can wait on the card of one's own request: more to show and to say, and its receipts. */
export const openMore = (page: Window): Promise<void> =>
  page
    .getByRole("main")
    .locator("summary", { hasText: /^More$/ })
    .first()
    .click();

/** Takes three taps, without typing. */
export async function askForHelpOnScreen(page: Window, category: string, phrase: string): Promise<void> {
  await link(page, "I Need Help").click();
  await link(page, category).click();
  await button(page, phrase).click();
}
