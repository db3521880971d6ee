// What comes first on home, for Rose and for those who help her, and that wide screens are filled.
import type { Page } from "playwright-core";
import { beforeEach, describe, expect, it } from "vitest";
import { addManualEvent } from "#contract/calendar/manual-events.ts";
import { createInvitation } from "#contract/invitations.ts";
import { subscribeToPush } from "#tests/support/channels.ts";
import { dentist } from "#tests/support/events.ts";
import { eachWidth, placesOf } from "#tests/support/measures/places.ts";
import { type Person, reyesFamily, signUp } from "#tests/support/people.ts";
import { visitOf } from "#tests/support/screens/visit.ts";
import { useServer } from "#tests/support/server.ts";
import { button, heading, link } from "#tests/support/steps.ts";
import { dist, useWindows } from "#tests/support/window.ts";

const server = useServer({ dist });
const windows = useWindows();

let family: Awaited<ReturnType<typeof reyesFamily>>;
beforeEach(async () => {
  family = await reyesFamily(server());
});

/** Opens home at the server's time, in the family's zone. */
async function home(person: Person): Promise<Page> {
  const visit = visitOf(server(), windows, { timezoneId: "America/New_York" });
  const page = await visit.open("/", person);
  await heading(page, "Today's Events").waitFor();
  return page;
}

const plan = (title: string, day: string, from: string, to: string) =>
  family.anna.client.call(addManualEvent, {
    body: { ...dentist, title, startDate: `${day}T${from}`, endDate: `${day}T${to}` },
  });

/** The family's day and the next one. */
function days() {
  const today = server().clock.now().toTemporalInstant().toZonedDateTimeISO("America/New_York").toPlainDate();
  return { today: today.toString(), tomorrow: today.add({ days: 1 }).toString() };
}

/** The headings in their order from top to bottom on a phone. */
async function orderOnPhone(page: Page, words: readonly string[]): Promise<string[]> {
  const places = await placesOf(page, ...words);
  const top = (each: string) => eachWidth(places, each)[1]?.top ?? Number.NaN;
  return words.toSorted((one, other) => top(one) - top(other));
}

describe("Rose's home", () => {
  it("has the next event and the faces before the puzzle and the things to do", async () => {
    const page = await home(family.rose);
    const order = [
      "Good",
      "I Need Help",
      "Today's Events",
      "Call your family",
      "Daily Puzzle",
      "Things To Do",
    ];
    expect(await orderOnPhone(page, order)).toEqual(order);
  });

  it("says what comes tomorrow, and folds what of today is over", async () => {
    const { today, tomorrow } = days();
    await plan("Breakfast", today, "00:00", "00:01");
    await plan("Concert", today, "23:57", "23:58");
    await plan("Market", tomorrow, "10:00", "11:00");
    await plan("Dinner", tomorrow, "18:00", "20:00");
    const page = await home(family.rose);
    await page.getByText("Tomorrow: Market at 10:00 AM, and 1 more").waitFor();
    const events = page.getByRole("region", { name: "Today's Events" });
    await events.getByText("Concert").waitFor();
    expect(await events.getByText("Breakfast").count()).toBe(0);
    expect(await page.getByText("Breakfast").isVisible()).toBe(false);
    await page.locator("summary", { hasText: "Earlier today" }).click();
    await page.getByText("Breakfast").waitFor();
  });

  it("has two columns on a computer, of which neither ends far above the other", async () => {
    const page = await home(family.rose);
    const words = ["Today's Events", "Call your family", "Daily Puzzle", "Things To Do"];
    const places = await placesOf(page, ...words);
    const [events, calls, puzzle, things] = words.map((each) => eachWidth(places, each)[3]);
    expect(calls?.left).toBe(events?.left);
    expect(puzzle?.left).toBeGreaterThan(calls?.right ?? Number.NaN);
    expect(things?.top).toBeGreaterThan(puzzle?.bottom ?? Number.NaN);
    const hole = await page.evaluate(() => {
      const columns = [...document.querySelectorAll('[class*="_column_"]')];
      const ends = columns.map((column) => column.lastElementChild?.getBoundingClientRect().bottom ?? 0);
      return Math.max(...ends) - Math.min(...ends);
    });
    expect(hole).toBeLessThan(200);
  });
});

it("a helper's home has the call, the new event and the hello before the day", async () => {
  const page = await home(family.anna);
  const order = ["Good", "I Need Help", "Call Rose", "Add an event", "Say hello to Rose", "Today's Events"];
  expect(await orderOnPhone(page, order)).toEqual(order);
});

it("an empty family's home has three steps that tick off, and go when all are done", async () => {
  const anna = await signUp(server());
  const page = await home(anna);
  await heading(page, "Three steps to begin").waitFor();
  await link(page, "Turn on messages").waitFor();
  const { client, familyId } = anna;
  const invited = { name: "Rose", email: "rose@example.com", role: "grandparent" as const, familyId };
  await client.call(createInvitation, { body: invited });
  await page.getByText("You have invited someone.").waitFor();
  expect(await link(page, "Invite someone").count()).toBe(0);
  await client.call(addManualEvent, { body: dentist });
  await page.getByText("The calendar has its first event.").waitFor();
  await subscribeToPush(anna);
  await heading(page, "Three steps to begin").waitFor({ state: "detached" });
});

it("Edna, whose family has nobody to call here, is asked for a number, and finds it when she asks for help", async () => {
  const edna = await signUp(server(), { name: "Edna", role: "grandparent" });
  const page = await home(edna);
  await heading(page, "Whom can you call?").waitFor();
  await page.getByLabel("Who is it?").fill("Dolores");
  await page.getByLabel("Phone number to call").fill("12");
  await button(page, "Save this number").click();
  await page.getByText("Phone number must be at least 10 digits").first().waitFor();
  await page.getByLabel("Phone number to call").fill("(614) 555-0177");
  await button(page, "Save this number").click();
  await link(page, /^Call Dolores/).waitFor();
  await page.reload();
  expect(await link(page, /^Call Dolores/).getAttribute("href")).toBe("tel:+16145550177");

  await link(page, "I Need Help").click();
  await link(page, "Tech Help").click();
  await button(page, "My TV isn't working.").click();
  await heading(page, "We could not reach anyone. Please call.").waitFor();
  await link(page, "Call Dolores (614) 555-0177").waitFor();
});
