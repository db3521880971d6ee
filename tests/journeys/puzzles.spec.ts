// The daily puzzle: created in the panel, solved at home, and shared with the family if Rose allows it.
import type { Page } from "playwright-core";
import { beforeEach, describe, expect, it } from "vitest";
import { createPuzzle } from "#contract/puzzles.ts";
import { badGateway } from "#tests/support/network-failures.ts";
import { reyesFamily } from "#tests/support/people.ts";
import { answerWrongly, shown, solve } from "#tests/support/puzzles.ts";
import { type Visit, visitOf } from "#tests/support/screens/visit.ts";
import { useServer } from "#tests/support/server.ts";
import {
  button,
  expectFailureToast,
  expectToast,
  heading,
  isFocused,
  link,
  openUnderMore,
} from "#tests/support/steps.ts";
import { dist, useWindows, widths } from "#tests/support/window.ts";

const server = useServer({ dist, limits: { registrationsPerIp: 1000 } });
const windows = useWindows();
/** The family's time zone. In another one it might be another day until the family is known. */
const timezoneId = "America/New_York";
const openAs: Visit["open"] = (path, person) => visitOf(server(), windows, { timezoneId }).open(path, person);

let family: Awaited<ReturnType<typeof reyesFamily>>;
beforeEach(async () => {
  family = await reyesFamily(server());
});

const canyon = "Which river carved the Grand Canyon?";
const rivers = ["The Snake River", "The Colorado River", "The Rio Grande"];
const add = (question = canyon) =>
  family.anna.client.call(createPuzzle, {
    body: { question, options: rivers, correctAnswer: "The Colorado River" },
  });

const exactly = (page: Page, text: string) => page.getByText(text, { exact: true });

/** "right" for the color of a right answer, "wrong" for that of a wrong choice. */
async function lookOf(page: Page, option: string): Promise<string> {
  const row = page.locator("fieldset > p").filter({ hasText: option });
  const color = await row.evaluate((element) => getComputedStyle(element).color);
  const named = await page.evaluate(() => {
    const probe = document.createElement("i");
    document.body.append(probe);
    const shades = ["success", "danger"].map((name) => {
      probe.style.color = `var(--${name})`;
      return getComputedStyle(probe).color;
    });
    probe.remove();
    return shades;
  });
  return ["right", "wrong"][named.indexOf(color)] ?? "plain";
}

async function openPanel(): Promise<Page> {
  const page = await openAs("/admin/puzzles", family.anna);
  await button(page, "Create puzzle").waitFor();
  return page;
}

async function addOption(page: Page, option: string): Promise<void> {
  await page.getByLabel("Another option").fill(option);
  await button(page, "Add").click();
}

async function fillIn(page: Page): Promise<void> {
  await page.getByLabel("Question").fill(canyon);
  for (const river of rivers) await addOption(page, river);
  await page.getByLabel("The Colorado River").check();
}

describe("at home", () => {
  async function openHome(): Promise<Page> {
    const page = await openAs("/", family.rose);
    await heading(page, "Daily Puzzle").waitFor();
    return page;
  }

  it("a right answer locks the options and shows Correct!, even after a reload", async () => {
    await add();
    const page = await openHome();
    await button(page, "The Colorado River").click();
    await expectToast(page, "Correct!", "Great job! You got it right.");
    for (const river of rivers) expect(await button(page, river).count()).toBe(0);
    expect(await lookOf(page, "The Colorado River")).toBe("right");
    const right = page.locator("p", { hasText: "The Colorado River" }).filter({ hasText: "Correct!" });
    expect(await right.locator("svg").count()).toBe(1);
    await page.reload();
    await page.getByText("Great job! You got it right.").waitFor();
    expect(await button(page, "Try Again").count()).toBe(0);
    expect(await page.evaluate(() => document.activeElement?.localName)).not.toBe("button");
  });

  it("a wrong answer is marked beside the right one, and Try Again unlocks the options", async () => {
    await add();
    const page = await openHome();
    await button(page, "The Rio Grande").click();
    await expectToast(page, "Incorrect", "The correct answer is: The Colorado River");
    await exactly(page, "Your answer").waitFor();
    await exactly(page, "Correct answer").waitFor();
    const looks = await Promise.all(rivers.map((river) => lookOf(page, river)));
    expect(looks).toEqual(["plain", "right", "wrong"]);
    await button(page, "Try Again").click();
    for (const river of rivers) await button(page, river).waitFor();
    await button(page, "The Colorado River").click();
    await expectToast(page, "Correct!");
  });

  it("counts the days in a row on which it was solved", async () => {
    const yesterday = Temporal.Now.zonedDateTimeISO(timezoneId).subtract({ days: 1 });
    const { id: person_id, familyId: family_id } = family.rose;
    const answer = {
      family_id,
      person_id,
      answered_on: yesterday.toPlainDate().toString(),
      answered_at: new Date(yesterday.epochMilliseconds),
      puzzle_id: 1,
      days_in_row: 4,
    };
    await server().database.kysely.insertInto("puzzle_answers").values(answer).execute();
    const page = await openHome();
    await page.getByText("You have solved 4 days in a row").waitFor();
    await button(page, (await shown(family.rose)).correctAnswer).click();
    await page.getByText("You have solved 5 days in a row").waitFor();
  });

  it("works by keyboard: Tab, Enter, Try Again, Enter", async () => {
    await add();
    const page = await openHome();
    await button(page, "The Rio Grande").focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Try Again");
    await page.keyboard.press("Enter");
    await button(page, "The Colorado River").waitFor();
    for (const _ of rivers.slice(0, 2)) await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expectToast(page, "Correct!");
    // The answer that had the focus is locked, so the outcome has it.
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent))
      .toBe("Correct! Great job! You got it right.");
  });

  it("without a connection shows the answer, and says that it was not counted", async () => {
    await add();
    const page = await openHome();
    await button(page, "The Rio Grande").click();
    await expectToast(page, "Incorrect");
    await page.context().setOffline(true);
    await button(page, "Try Again").click();
    await button(page, "The Colorado River").click();
    await page.getByText("Great job! You got it right.").first().waitFor();
    await exactly(page, "This was not counted").waitFor();
    await exactly(page, "There is no connection. Please try again later.").waitFor();
    await page.context().setOffline(false);
    expect(await shown(family.rose)).toMatchObject({ hasSolvedToday: false });
    await button(page, "Try Again").click();
    await button(page, "The Colorado River").click();
    await expect.poll(async () => (await shown(family.rose)).hasSolvedToday).toBe(true);
    expect(await exactly(page, "This was not counted").count()).toBe(0);
  });

  it("an answer that comes too late says so, and shows the new puzzle", async () => {
    const { correctAnswer } = await shown(family.rose);
    const page = await openHome();
    await button(page, correctAnswer).waitFor();
    const words = "This is no longer today's puzzle. Please look at the new one.";
    await page.route("**/api/puzzles/active/answers", async (route) => {
      await add();
      await route.continue();
    });
    await button(page, correctAnswer).click();
    await expectFailureToast(page, "This was not counted", words);
    await exactly(page, canyon).waitFor();
  });
});

describe("what the family sees", () => {
  it("Anna creates a puzzle, Rose solves it, and Anna sees that only after Rose has allowed it", async () => {
    const rose = await openAs("/", family.rose);
    await heading(rose, "Daily Puzzle").waitFor();
    const anna = await openPanel();
    await fillIn(anna);
    await button(anna, "Create puzzle").click();
    await expectToast(anna, "Puzzle created");
    await exactly(anna, "Shown today").waitFor();

    await exactly(rose, canyon).waitFor({ timeout: 2_000 });
    await button(rose, "The Colorado River").click();
    await expectToast(rose, "Correct!");
    await expect.poll(async () => (await shown(family.rose)).hasSolvedToday).toBe(true);
    await link(anna, "Home").click();
    await exactly(anna, canyon).waitFor();
    expect(await anna.getByText("Rose solved today's puzzle").count()).toBe(0);

    await link(rose, /^Me$/).click();
    await openUnderMore(rose, "My puzzle");
    const mayBeSeen = rose.getByLabel("My family can see when I solve the puzzle");
    expect(await mayBeSeen.isChecked()).toBe(false);
    await mayBeSeen.check();
    await anna.getByText("Rose solved today's puzzle").waitFor({ timeout: 2_000 });
    await mayBeSeen.uncheck();
    await anna.getByText("Rose solved today's puzzle").waitFor({ state: "detached", timeout: 2_000 });
  });

  it("only a grandparent is asked whether the family may see", async () => {
    const page = await openAs("/account", family.ben);
    await openUnderMore(page, "My password");
    expect(await heading(page, "My puzzle").count()).toBe(0);
  });

  it("a choice that was not saved says so, and the switch goes back", async () => {
    const page = await openAs("/account", family.rose);
    await openUnderMore(page, "My puzzle");
    const mayBeSeen = page.getByLabel("My family can see when I solve the puzzle");
    await mayBeSeen.waitFor();
    await page.route("**/api/account/puzzle-sharing", (route) => route.abort());
    await mayBeSeen.click();
    await expectFailureToast(page, "Your choice was not saved", "Please try again.");
    await expect.poll(() => mayBeSeen.isChecked()).toBe(false);
  });
});

describe("in the panel", { tags: "extended" }, () => {
  it("each error appears at its field, and nothing that was typed is lost", async () => {
    const page = await openPanel();
    await page.getByLabel("Question").fill("Why");
    await button(page, "Create puzzle").click();
    await page.getByText("Three things need your attention").waitFor();
    for (const words of [
      "Question must be at least 5 characters",
      "At least 2 options are required",
      "Correct answer is required",
    ])
      expect(await exactly(page, words).count()).toBe(2);
    expect(await page.getByLabel("Question").inputValue()).toBe("Why");
    await page.getByRole("link", { name: "At least 2 options are required" }).click();
    await expect.poll(() => isFocused(page.getByLabel("Another option"))).toBe(true);
    await fillIn(page);
    await button(page, "Create puzzle").click();
    await expectToast(page, "Puzzle created");
  });

  it("an option is added only if it has text, and only once; it can be removed", async () => {
    const page = await openPanel();
    await addOption(page, "  ");
    await exactly(page, "Please write the option first").waitFor();
    await addOption(page, " Pumpkin ");
    await page.getByLabel("Pumpkin").check();
    await addOption(page, "pumpkin");
    await exactly(page, "This option is already there").waitFor();
    await button(page, "Remove Pumpkin").click();
    // Text that is typed before the focus has moved would go to the other field.
    await expect.poll(() => isFocused(page.getByLabel("Another option"))).toBe(true);
    expect(await page.getByRole("radio").count()).toBe(0);
    await page.getByLabel("Question").fill("Which pie is on the table?");
    for (const pie of ["Pumpkin", "Apple"]) await addOption(page, pie);
    await button(page, "Create puzzle").click();
    await exactly(page, "Correct answer is required").waitFor();
  });

  it("works by keyboard, with Enter for each option; the last one need not be added first", async () => {
    const page = await openPanel();
    await page.getByLabel("Question").focus();
    await page.keyboard.type(canyon);
    await page.getByLabel("Another option").focus();
    await page.keyboard.type("The Colorado River");
    await page.keyboard.press("Enter");
    await page.keyboard.type("The Snake River");
    await page.getByRole("radio").first().focus();
    await page.keyboard.press("Space");
    await button(page, "Create puzzle").focus();
    await page.keyboard.press("Enter");
    await expectToast(page, "Puzzle created");
    await page.getByText("2 options").waitFor();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute("name")))
      .toBe("question");
    expect(await page.getByLabel("Question").inputValue()).toBe("");
    expect(await page.getByLabel("Another option").inputValue()).toBe("");
  });

  it("the switch removes a puzzle from the rotation, and puts it back", async () => {
    await add();
    const rose = await openAs("/", family.rose);
    await exactly(rose, canyon).waitFor();
    const page = await openPanel();
    const active = page.getByLabel(`Active: ${canyon}`);
    await active.uncheck();
    await expectToast(page, "Puzzle updated");
    await exactly(page, "Not shown").waitFor();
    await exactly(rose, canyon).waitFor({ state: "detached", timeout: 2_000 });
    await active.check();
    await exactly(page, "Shown today").waitFor();
    await exactly(rose, canyon).waitFor({ timeout: 2_000 });
  });

  it("waiting puzzles say when their turn comes", async () => {
    for (const question of ["What comes first?", "What comes second?"]) await add(question);
    const page = await openPanel();
    await exactly(page, "Shown today").waitFor();
    await page.getByText(/^Next on \w+day, \w+ \d+$/).waitFor();
  });

  it("deleting asks first: Cancel keeps it, Delete removes it", async () => {
    await add();
    const page = await openPanel();
    const question = "Are you sure you want to delete this puzzle?";
    await button(page, /^Delete puzzle/).click();
    await heading(page, question).waitFor();
    await page.keyboard.press("Escape");
    await heading(page, question).waitFor({ state: "detached" });
    await heading(page, canyon).waitFor();
    await button(page, /^Delete puzzle/).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await expectToast(page, "Puzzle deleted");
    await exactly(page, "You have no puzzles of your own yet.").waitFor();
  });

  it("what the server refuses is shown in the toast and stays on the page", async () => {
    await add();
    const page = await openPanel();
    const otherwise = "An unexpected error occurred";
    await page.route("**/api/puzzles/*", badGateway);
    await page.getByLabel(`Active: ${canyon}`).click();
    await expectFailureToast(page, "Error updating puzzle", otherwise);
    await button(page, /^Delete puzzle/).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await expectFailureToast(page, "Error deleting puzzle", otherwise);
    await page.getByRole("main").getByText("Error deleting puzzle").waitFor();
    await fillIn(page);
    await page.route("**/api/puzzles", badGateway);
    await button(page, "Create puzzle").click();
    await expectFailureToast(page, "Error creating puzzle", otherwise);
    expect(await page.getByLabel("Question").inputValue()).toBe(canyon);
    expect(await page.getByRole("radio").count()).toBe(3);
  });

  it("a family that turned off Porchlight's puzzles has none today", async () => {
    const rose = await openAs("/", family.rose);
    await exactly(rose, (await shown(family.rose)).question).waitFor();
    const page = await openPanel();
    await page.getByLabel("Use Porchlight's puzzles").uncheck();
    await expectToast(page, "Settings saved");
    await exactly(rose, "No puzzle available today").waitFor({ timeout: 2_000 });
    const section = rose.getByRole("region", { name: "Daily Puzzle" });
    const isLeft = async () =>
      (await section.getByRole("button").count()) + (await section.locator("fieldset").count());
    expect(await isLeft(), "neither question nor options").toBe(0);
    await rose.reload();
    await exactly(rose, "No puzzle available today").waitFor();
  });

  it("tells somebody kindly that they may not change the puzzles", async () => {
    const page = await openAs("/admin/puzzles", family.ben);
    await page.getByText("The people who look after your family's page can change its puzzles.").waitFor();
    await link(page, "Go home").waitFor();
  });
});

it("an answer given on one device appears on the other", async () => {
  await add();
  const visit = visitOf(server(), windows, { width: widths.tablet, timezoneId });
  const tablet = await visit.open("/", family.rose);
  await button(tablet, "The Colorado River").waitFor();
  await answerWrongly(family.rose);
  await solve(family.rose);
  await tablet.getByText("Great job! You got it right.").waitFor({ timeout: 2_000 });
});
