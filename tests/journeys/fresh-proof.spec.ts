// Some changes need a fresh proof. It is requested in place, nothing typed is lost, and the account's owner
// can undo the change.
// @module-tag extended
import type { Locator, Page } from "playwright-core";
import { expect, it } from "vitest";
import { getAccount } from "#contract/accounts/accounts.ts";
import { minuteMs } from "#contract/durations.ts";
import { getFamily } from "#contract/families.ts";
import { badGateway, endFailures } from "#tests/support/network-failures.ts";
import {
  codeFor,
  forgetProof,
  newPhoneNumber,
  type Person,
  provePhone,
  reyesFamily,
  signUp,
} from "#tests/support/people.ts";
import { visitOf } from "#tests/support/screens/visit.ts";
import { useServer } from "#tests/support/server.ts";
import { arriveByGoogle } from "#tests/support/sign-in/google.ts";
import { button, heading, isFocused, link, openUnderMore } from "#tests/support/steps.ts";
import { dist, useWindows, widths } from "#tests/support/window.ts";

const server = useServer({ dist });
const windows = useWindows();

async function meOf(person: Person): Promise<Page> {
  const page = await visitOf(server(), windows).open("/account", person);
  for (const title of ["My e-mail", "My phone", "My password"]) await openUnderMore(page, title);
  await forgetProof(server(), person);
  return page;
}

const dialog = (page: Page) => page.getByRole("dialog", { name: "Is it you?" });

async function proveByCode(page: Page, { phoneNumber }: Person): Promise<void> {
  await dialog(page).getByRole("button", { name: "Text me a code" }).click();
  const field = dialog(page).getByLabel("Verification code");
  await field.waitFor();
  await field.fill(codeFor(server(), phoneNumber));
  await dialog(page).waitFor({ state: "detached" });
}

it("asks for a code before a password is set, keeps what was typed, and then sets the password", async () => {
  const anna = await signUp(server());
  const page = await meOf(anna);
  await page.getByLabel("New password").fill("a kettle on the stove");
  await button(page, "Set a password").click();
  await dialog(page).getByRole("button", { name: "Cancel" }).click();
  await page.getByText("Please confirm that it's you first.").first().waitFor();
  expect(await page.getByLabel("New password").inputValue()).toBe("a kettle on the stove");

  await button(page, "Set a password").click();
  await dialog(page).getByRole("button", { name: "Text me a code" }).waitFor();
  await proveByCode(page, anna);
  await page.getByText("Your password is saved.").waitFor();
  expect((await anna.client.call(getAccount)).hasPassword).toBe(true);

  await forgetProof(server(), anna);
  await page.getByLabel("My e-mail address").fill("anna@example.com");
  await button(page, "Send me the e-mail").click();
  await dialog(page).getByLabel("Password").fill("a guess at it");
  await button(page, "Check my password").click();
  await dialog(page).getByText("That's not your password. Please check it.").first().waitFor();
  await dialog(page).getByLabel("Password").fill("a kettle on the stove");
  await button(page, "Check my password").click();
  await page.getByText("We sent an e-mail to anna@example.com").waitFor();
});

it("undoes a new number by the link in the text to the old number", async () => {
  const anna = await signUp(server());
  const page = await meOf(anna);
  const phoneNumber = newPhoneNumber();
  await button(page, "Change my number").click();
  await page.getByLabel("New phone number").fill(phoneNumber);
  await button(page, "Text me a code").click();
  await page.getByLabel("Verification code").waitFor();
  await page.getByLabel("Verification code").fill(codeFor(server(), phoneNumber));
  await dialog(page).waitFor();
  await proveByCode(page, anna);
  await page.getByText("Your phone number has been changed.").waitFor();

  const text = server().outbox.findLast(({ to }) => to === anna.phoneNumber)?.text ?? "";
  const old = await windows.open(`${server().url}${text.match(/\/account\/undo\S+/)?.[0]}`);
  await heading(old, "Your phone number was changed").waitFor();
  await button(old, "Undo this change").click();
  await heading(old, "The change is undone.").waitFor();
  expect(await link(old, "Sign in with a code").getAttribute("href")).toBe("/?signup");
  await page.getByText("You are signed out").first().waitFor();
  server().clock.advance(300_000);
  const { user } = await provePhone(server(), anna.client, anna.phoneNumber);
  expect(user?.id).toBe(anna.id);
});

it("asks for a code before a member is removed or gets another role, on a phone", async () => {
  const { anna, ben } = await reyesFamily(server());
  const page = await visitOf(server(), windows).open("/admin/family", anna, { width: widths.phone });
  await page.getByLabel("Role of Ben").selectOption("Grandparent");
  await forgetProof(server(), anna);
  await button(page, "Save the role of Ben").click();
  await dialog(page).getByRole("button", { name: "Cancel" }).click();
  await page.getByText("Please confirm that it's you first.").first().waitFor();
  await button(page, "Save the role of Ben").click();
  await proveByCode(page, anna);
  await page.getByText("Ben is now Grandparent.").first().waitFor();

  await forgetProof(server(), anna);
  server().clock.advance(minuteMs);
  await button(page, "Remove Ben").click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove Ben" }).click();
  await dialog(page).waitFor();
  expect(await page.getByRole("dialog").count()).toBe(1);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await proveByCode(page, anna);
  await page.getByText("Ben is no longer in the family").first().waitFor();
  expect((await ben.client.ask(getFamily)).status).toBe(404);
});

it("sends somebody without a number or password back to Google", { tags: "extended" }, async () => {
  const emma = await arriveByGoogle(server(), { name: "Emma Diaz", email: "emma@example.com" });
  const page = await meOf(emma);
  await page.getByLabel("New password").fill("a kettle on the stove");
  await button(page, "Set a password").click();
  await link(page, "Sign in with Google").click();
  await page.getByLabel("Name").fill("Emma Diaz");
  await page.getByLabel("E-mail").fill("emma@example.com");
  await button(page, "Continue").click();
  await openUnderMore(page, "My password");
  await page.getByLabel("New password").fill("a kettle on the stove");
  await button(page, "Set a password").click();
  await page.getByText("Your password is saved.").waitFor();
});

it("can be canceled while the account is read, and tried again when that failed", {
  tags: "extended",
}, async () => {
  const { anna, rose } = await reyesFamily(server());
  await forgetProof(server(), anna);
  const page = await visitOf(server(), windows).open(`/admin/family/${rose.id}/sign-in`, anna);
  const isCanceled = Promise.withResolvers<void>();
  await page.route("**/api/account", async (route) => {
    await isCanceled.promise;
    await badGateway(route);
  });
  const cancel = async () => {
    await dialog(page).getByRole("button", { name: "Cancel" }).click();
    await dialog(page).waitFor({ state: "detached" });
  };
  await button(page, "Show the code").click();
  await cancel();
  isCanceled.resolve();
  await button(page, "Show the code").click();
  await dialog(page).getByText("Your account could not be loaded").waitFor();
  await endFailures(page);
  await dialog(page).getByRole("button", { name: "Try again" }).click();
  await dialog(page).getByRole("button", { name: "Text me a code" }).waitFor();
  await cancel();
  await button(page, "Show the code").waitFor();
});

it("the focus follows a new number from form to form, through the question, and back to the button", {
  tags: "extended",
}, async () => {
  const anna = await signUp(server());
  const page = await meOf(anna);
  const number = page.getByLabel("New phone number");
  const code = page.getByLabel("Verification code");
  const expectFocus = (field: Locator) => expect.poll(() => isFocused(field)).toBe(true);
  const typeNumber = async (phoneNumber: string) => {
    await expectFocus(number);
    await number.fill(phoneNumber);
    await button(page, "Text me a code").click();
    await expectFocus(code);
  };
  await button(page, "Change my number").click();
  await typeNumber(newPhoneNumber());
  await button(page, "Use a different number").click();
  const phoneNumber = newPhoneNumber();
  await typeNumber(phoneNumber);
  await code.fill(codeFor(server(), phoneNumber));
  await dialog(page).getByRole("button", { name: "Text me a code" }).click();
  const proof = dialog(page).getByLabel("Verification code");
  await expectFocus(proof);
  await proof.fill(codeFor(server(), anna.phoneNumber));
  await page.getByText("Your phone number has been changed.").waitFor();
  await expectFocus(button(page, "Change my number"));
});
