// What was typed in a form stays until it is saved: after a look at another page, and after a sign-in that expired.
// @module-tag extended
import type { Page } from "playwright-core";
import { beforeEach, expect, it } from "vitest";
import { makeSignInCode } from "#contract/accounts/sign-in-codes.ts";
import { askForHelp } from "#contract/help/requests.ts";
import { listInvitations } from "#contract/invitations.ts";
import { listPuzzles } from "#contract/puzzles.ts";
import { type Person, password, reyesFamily } from "#tests/support/people.ts";
import { visitOf } from "#tests/support/screens/visit.ts";
import { useServer } from "#tests/support/server.ts";
import { button, expectToast, heading, link, openMore } from "#tests/support/steps.ts";
import { dist, useWindows, widths } from "#tests/support/window.ts";

const server = useServer({ dist });
const windows = useWindows();

let family: Awaited<ReturnType<typeof reyesFamily>>;
beforeEach(async () => {
  family = await reyesFamily(server());
});

const openAs = (person: Person, path: string): Promise<Page> =>
  visitOf(server(), windows, { width: widths.phone }).open(path, person);

const expireSession = ({ id }: Person) =>
  server().database.kysely.deleteFrom("sessions").where("person_id", "=", id).execute();

const goTo = (page: Page, tab: string) =>
  page.getByRole("navigation", { name: "Admin Panel" }).getByRole("link", { name: tab }).click();

async function logInAs(page: Page, { phoneNumber }: Person): Promise<void> {
  await page.getByLabel("Username").fill(phoneNumber);
  await page.getByLabel("Password").fill(password);
  await button(page, "Login").click();
}

const nameField = (page: Page) => page.getByLabel("Person's Name");

async function typeInvitation(page: Page): Promise<void> {
  await nameField(page).fill("Walter");
  await page.getByLabel("Email").fill("walter@example.com");
  await page.getByLabel(/Grandparent:/).check();
}

async function typePuzzle(page: Page): Promise<void> {
  await page.getByLabel("Question").fill("Which is the red planet?");
  for (const planet of ["Mars", "Venus"]) {
    await page.getByLabel("Another option").fill(planet);
    await button(page, "Add").click();
  }
  await page.getByLabel("Mars").check();
}

it("a half-typed invitation and puzzle survive a change of tab and a reload, and can be sent", async () => {
  const { anna } = family;
  const page = await openAs(anna, "/admin/co-admins");
  await typeInvitation(page);
  await goTo(page, "Puzzles");
  await typePuzzle(page);
  await goTo(page, "Co-Admins");
  await expect.poll(() => nameField(page).inputValue()).toBe("Walter");
  await page.reload();
  await expect.poll(() => nameField(page).inputValue()).toBe("Walter");
  await button(page, "Generate Invite Link").click();
  await heading(page, "Invitation Created!").waitFor();
  const params = { familyId: anna.familyId };
  const invitation = { name: "Walter", email: "walter@example.com", role: "grandparent" };
  expect(await anna.client.call(listInvitations, { params })).toMatchObject([invitation]);
  await button(page, "Create Another Invitation").click();
  expect(await nameField(page).inputValue()).toBe("");

  await goTo(page, "Puzzles");
  await expect.poll(() => page.getByLabel("Mars").isChecked()).toBe(true);
  await button(page, "Create puzzle").click();
  await expectToast(page, "Puzzle created");
  expect(await anna.client.call(listPuzzles)).toMatchObject([{ options: ["Mars", "Venus"] }]);
  await goTo(page, "Co-Admins");
  await goTo(page, "Puzzles");
  await button(page, "Create puzzle").waitFor();
  expect(await page.getByLabel("Question").inputValue()).toBe("");
});

it("they survive a sign-in that expired, for the same person only", async () => {
  const { anna, ben } = family;
  const page = await openAs(anna, "/admin/co-admins");
  await typeInvitation(page);
  await expireSession(anna);
  await button(page, "Generate Invite Link").click();
  await heading(page, "Admin Login").waitFor();
  await logInAs(page, anna);
  await expect.poll(() => nameField(page).inputValue()).toBe("Walter");
  expect(await page.getByLabel(/Grandparent:/).isChecked()).toBe(true);

  await server()
    .database.kysely.updateTable("memberships")
    .set({ role: "admin" })
    .where("person_id", "=", ben.id)
    .execute();
  await expireSession(anna);
  await page.reload();
  await logInAs(page, ben);
  await nameField(page).waitFor();
  await heading(page, "Pending Invitations").waitFor();
  expect(await nameField(page).inputValue()).toBe("");
});

it("they are gone after Log Out", async () => {
  const page = await openAs(family.anna, "/admin/co-admins");
  await typeInvitation(page);
  await button(page, "Log Out").click();
  await link(page, "Get Started").first().waitFor();
  await page.goto(`${server().url}/admin/co-admins`);
  await logInAs(page, family.anna);
  await heading(page, "Pending Invitations").waitFor();
  expect(await nameField(page).inputValue()).toBe("");
});

it.each([
  ["/admin/puzzles", "Question", "Co-Admins", "Puzzles"],
  ["/admin/family", "Family name", "Puzzles", "Family"],
  ["/admin", "Calendar URL (optional)", "Puzzles", "Calendar"],
])("at %s, %s survives a change of tab", async (path, label, other, tab) => {
  const page = await openAs(family.anna, path);
  const field = page.getByLabel(label).first();
  await field.fill("https://example.com");
  await goTo(page, other);
  await field.waitFor({ state: "detached" });
  await goTo(page, tab);
  await expect.poll(() => field.inputValue()).toBe("https://example.com");
});

it("unsent words to a helper, and words for a request, survive a sign-in that expired", async () => {
  const { rose, anna } = family;
  await rose.client.call(askForHelp, { body: { phraseId: 101 } });
  const page = await openAs(rose, "/help/2");
  const somethingElse = page.getByLabel("What do you need?");
  await page.locator("summary", { hasText: "Something else" }).click();
  await somethingElse.fill("The gate squeaks.");
  await link(page, "Home").click();
  const message = page.getByLabel(/^Message to/);
  await openMore(page);
  await page.locator("summary", { hasText: "Write a message" }).click();
  await message.fill("It is the one in the kitchen.");
  const { code } = await anna.client.call(makeSignInCode, { params: { id: rose.id } });
  await expireSession(rose);
  await button(page, "Send message").click();
  await link(page, "Get Started").first().click();
  await link(page, "I have a code from my family").click();
  await page.getByLabel("Code from your family").fill(code);
  await button(page, "Sign in on this device").click();
  await openMore(page);
  await page.locator("summary", { hasText: "Write a message" }).click();
  await expect.poll(() => message.inputValue()).toBe("It is the one in the kitchen.");
  await link(page, "I Need Help").first().click();
  await link(page, "Home Help").click();
  await page.locator("summary", { hasText: "Something else" }).click();
  expect(await somethingElse.inputValue()).toBe("The gate squeaks.");
  await button(page, "Ask my family").click();
  await expectToast(page, "Help Request Sent");
});
