// Admins change a family's help phrases, and the changes reach the people who use them.
// @module-tag extended
import { beforeEach, expect, it } from "vitest";
import { addHelpPhrase, hideHelpPhrase, listHelpPhrases } from "#contract/help/phrases.ts";
import { askForHelp, cancelHelpRequest } from "#contract/help/requests.ts";
import type { Window } from "#tests/support/engines/window.ts";
import { useEngineWindows } from "#tests/support/engines/windows.ts";
import { isHelpAtHand } from "#tests/support/help-categories.ts";
import { type Person, reyesFamily, signUp } from "#tests/support/people.ts";
import { settled, visitOf } from "#tests/support/screens/visit.ts";
import { useServer } from "#tests/support/server.ts";
import {
  button,
  expectToast,
  focusedText,
  heading,
  link,
  logOutGrandparent,
  provePhoneOnScreen,
} from "#tests/support/steps.ts";
import { dist, useWindows } from "#tests/support/window.ts";

const server = useServer({ dist });
const windows = useEngineWindows();
const chromium = useWindows();
const tomatoes = "Please water my tomatoes";

let family: Awaited<ReturnType<typeof reyesFamily>>;
beforeEach(async () => {
  family = await reyesFamily(server());
});

const open = (path: string, person: Person) => visitOf(server(), windows).open(path, person);
const openInChromium = (path: string, person: Person) => visitOf(server(), chromium).open(path, person);
const linesOf = (page: Window) => page.locator("main li:has(button)");

it("Anna adapts the family's phrases, Rose asks with them, and the tab says who answered and how fast", async () => {
  const [anna, rose, ben] = [
    await open("/admin/help", family.anna),
    await open("/help/2", family.rose),
    await open("/", family.ben),
  ];
  await button(rose, "I could use a hand in the yard.").waitFor();
  await anna.getByLabel("Category").selectOption("Home Help");
  await button(anna, "Hide I could use a hand in the yard.").click();
  await button(anna, "Show I could use a hand in the yard.").waitFor();
  await button(rose, "I could use a hand in the yard.").waitFor({ state: "detached" });

  await anna.getByLabel("A line of your own").fill(tomatoes);
  await button(anna, "Add this line").click();
  await anna.getByText(`“${tomatoes}” is added.`).waitFor();
  await button(rose, tomatoes).waitFor();
  for (let place = 7; place >= 1; place--) {
    await button(anna, `Move up ${tomatoes}`).click();
    await anna.getByText(`“${tomatoes}” is now number ${place} of 8.`).waitFor();
  }
  await expect.poll(() => linesOf(rose).first().textContent()).toBe(tomatoes);

  await button(rose, tomatoes).click();
  await expectToast(
    rose,
    "Help Request Sent",
    `Your family has been notified that you need help with: ${tomatoes}`,
  );
  await button(ben, "I'll help").click();
  await anna.getByText("Ben, within a minute").waitFor();
  await anna.getByText("In the last 30 days: 1 request, answered within 1 minute.").waitFor();
  await heading(rose, "Ben will help.").waitFor();
});

it("phrases are reordered by keyboard: the new position is announced, and the focus stays", async () => {
  const page = await open("/admin/help", family.anna);
  const down = button(page, "Move down My TV isn't working.");
  await down.focus();
  const status = page.getByRole("status").filter({ hasText: "My TV isn't working." });
  for (const place of [2, 3]) {
    await page.keyboard.press("Enter");
    await expect.poll(() => status.textContent()).toBe(`“My TV isn't working.” is now number ${place} of 7.`);
    await expect.poll(() => focusedText(page)).toBe("Move down My TV isn't working.");
  }
  await button(page, "Move up I can't get on the internet.").press("Enter");
  await page.getByText("“I can't get on the internet.” is already first.").waitFor();
  const firstOfRose = async () => {
    const phrases = await family.rose.client.call(listHelpPhrases, { params: { id: 1 } });
    return phrases.slice(0, 3).map(({ phrase }) => phrase);
  };
  await expect
    .poll(firstOfRose)
    .toEqual(["I can't get on the internet.", "My phone is acting strange.", "My TV isn't working."]);
});

it("a phrase of the family's own can be edited and deleted, and the focus is never lost", async () => {
  const body = { categoryId: 1, phrase: tomatoes };
  await family.anna.client.call(addHelpPhrase, { body });
  const page = await open("/admin/help", family.anna);
  expect(await button(page, "Edit My TV isn't working.").count(), "a built-in phrase").toBe(0);

  await button(page, `Edit ${tomatoes}`).click();
  await button(page, "Cancel").click();
  await expect.poll(() => focusedText(page)).toBe(`Edit ${tomatoes}`);
  await button(page, `Edit ${tomatoes}`).click();
  await page.getByLabel("Your line").fill("  ");
  await button(page, "Save this line").click();
  await page.getByText("Please write a phrase").waitFor();
  await page.getByLabel("Your line").fill("Please water my roses");
  await page.keyboard.press("Enter");
  await page.getByText("“Please water my roses” is saved.").waitFor();
  await expect.poll(() => focusedText(page)).toBe("Edit Please water my roses");

  await button(page, "Delete Please water my roses").click();
  await button(page, "Cancel").click();
  await button(page, "Delete Please water my roses").click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.getByText("“Please water my roses” is deleted.").waitFor();
  await expect.poll(() => focusedText(page)).toBe("“Please water my roses” is deleted.");
});

it("a category whose phrases are all hidden says so, and still accepts free text", async () => {
  const { anna, rose } = family;
  const phrases = await anna.client.call(listHelpPhrases, { params: { id: 1 } });
  for (const { id } of phrases)
    await anna.client.call(hideHelpPhrase, { params: { id }, body: { isHidden: true } });
  const page = await open("/help/1", rose);
  await page.getByText("No help phrases found for this category.").waitFor();
  await page.getByText("Something else").click();
  await page.getByLabel("What do you need?").fill("I need my lamp fixed.");
  await button(page, "Ask my family").click();
  await page.getByText("Help Request Sent", { exact: true }).waitFor();
});

it("one family's phrases are never shown to the next person at the same device", {
  tags: ["extended", "chromium"],
}, async () => {
  const carla = await signUp(server(), { name: "Carla" });
  await family.anna.client.call(addHelpPhrase, { body: { categoryId: 1, phrase: tomatoes } });
  const page = await openInChromium("/help/1", family.rose);
  await button(page, tomatoes).waitFor();
  await page.getByRole("link", { name: "Me", exact: true }).click();
  await logOutGrandparent(page);
  // Home fetches the phrases in advance, so they are out of reach before she signs in.
  await page.route("**/api/help-phrases/**", (route) => route.abort());
  await link(page, "Get Started").first().click();
  await provePhoneOnScreen(server(), page, carla.phoneNumber);
  await heading(page, /Carla/).waitFor();
  await link(page, "I Need Help").click();
  await link(page, "Tech Help").click();
  await page.getByText("What you can say could not be loaded").waitFor();
  expect(await button(page, tomatoes).count()).toBe(0);
});

it("after a tap the confirmation has the focus and is announced, until home opens", async () => {
  const page = await settled(await open("/help/1", family.rose));
  await button(page, "My TV isn't working.").press("Enter");
  const confirmation = page.getByRole("main").getByRole("status").filter({ hasText: "TV" });
  await confirmation.waitFor();
  await expect.poll(() => focusedText(page)).toBe(await confirmation.textContent());
  await expect.poll(() => confirmation.textContent()).toMatch(/Sent$/);
  await heading(page, "Today's Events").waitFor();
});

it("asking for help reads the family's requests once", {
  tags: "chromium",
}, async () => {
  const page = await openInChromium("/", family.rose);
  await heading(page, "Today's Events").waitFor();
  await expect.poll(() => isHelpAtHand(page)).toBe(true);
  const reads: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "GET" && request.url().endsWith("/api/help-requests")) reads.push(request.url());
  });
  await link(page, "I Need Help").click();
  await link(page, "Tech Help").click();
  await button(page, "My TV isn't working.").click();
  await heading(page, "Sent. Trying to reach your family.").waitFor();
  await page.waitForTimeout(500);
  expect(reads).toHaveLength(1);
});

it("past requests load 20 at a time, and older ones on demand", { tags: "extended" }, async () => {
  const { anna, ben, rose } = family;
  for (let count = 1; count <= 25; count++) {
    const { id } = await rose.client.call(askForHelp, { body: { text: `I have wish number ${count}.` } });
    await rose.client.call(cancelHelpRequest, { params: { id } });
  }
  const page = await open("/admin/help", anna);
  const rows = page.getByRole("table", { name: "Earlier requests" }).getByRole("row");
  await expect.poll(() => rows.count()).toBe(21);
  await button(page, "Show older").click();
  await expect.poll(() => rows.count()).toBe(26);
  await expect.poll(() => focusedText(page)).toBe("That's all of them.");

  const child = await open("/admin/help", ben);
  await child.getByText("The people who look after your family's page can change these lines.").waitFor();
  await heading(child, "Earlier requests").waitFor();
});
