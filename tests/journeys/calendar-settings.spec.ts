// A calendar at an address, and how it appears on everybody's home.
// @module-tag extended
import { beforeAll, describe, expect, test } from "vitest";
import { changeNames } from "#contract/accounts/accounts.ts";
import { addManualEvent } from "#contract/calendar/manual-events.ts";
import { hourMs } from "#contract/durations.ts";
import { askForHelp } from "#contract/help/requests.ts";
import { addLocalEvent } from "#contract/local-events.ts";
import { createPuzzle } from "#contract/puzzles.ts";
import { dayIn } from "#tests/support/events.ts";
import { calendar, useFeedServer } from "#tests/support/feed-server.ts";
import { badGateway } from "#tests/support/network-failures.ts";
import { join, type Person, reyesFamily, signUp } from "#tests/support/people.ts";
import { visitOf } from "#tests/support/screens/visit.ts";
import { useServer } from "#tests/support/server.ts";
import { button, expectFailureToast, heading } from "#tests/support/steps.ts";
import { dist, useWindows } from "#tests/support/window.ts";

const server = useServer({ dist });
const feeds = useFeedServer();
const windows = useWindows();

const open = (path: string, person: Person) => visitOf(server(), windows).open(path, person);

const today = () => dayIn(server(), 0).replaceAll("-", "");
const allDay = (title: string) => calendar([title, `;VALUE=DATE:${today()}`]);

let family: Awaited<ReturnType<typeof reyesFamily>>;
beforeAll(async () => {
  family = await reyesFamily(server());
});

describe("the calendar's address", () => {
  test("Anna pastes it, and its events appear on Rose's home without a reload", async () => {
    const { anna, rose } = family;
    const home = await open("/", rose);
    await home.getByText("No events scheduled for today").waitFor();
    const panel = await open("/admin", anna);
    await panel
      .getByLabel("Calendar URL (optional)")
      .fill(feeds.serve("/family.ics", allDay("Lucía's birthday")));
    await button(panel, "Save settings").click();
    await panel.getByText("Settings saved").first().waitFor();
    await heading(home, "Lucía's birthday").waitFor();
    expect(await home.getByText("Manual", { exact: true }).count()).toBe(0);
    await heading(panel, "The calendar at this address").waitFor();
    await panel.getByText("Updated just now").waitFor();
  });

  test('"Read it again now" shows what has changed, or what is wrong together with the last copy', async () => {
    const { anna, rose } = family;
    const [home, panel] = [await open("/", rose), await open("/admin", anna)];
    await heading(home, "Lucía's birthday").waitFor();
    feeds.serve("/family.ics", allDay("Lucía is seven"));
    await button(panel, "Read it again now").click();
    await heading(home, "Lucía is seven").waitFor();
    feeds.answer("/family.ics", (response) => response.writeHead(401).end());
    await button(panel, "Read it again now").click();
    await panel.getByText("This calendar needs a sign-in.").waitFor();
    await panel.getByText("Home still shows what we read last.").waitFor();
    await heading(home, "Lucía is seven").waitFor();
  });

  test("the panel says that nothing was found, or how many events could not be read and which is the first", async () => {
    const anna = await signUp(server());
    const panel = await open("/admin", anna);
    const address = panel.getByLabel("Calendar URL (optional)");
    await address.fill(feeds.serve("/nothing.ics", calendar()));
    await button(panel, "Save settings").click();
    await panel.getByText("0 events found at this address. Please check it.").waitFor();
    await panel.getByText("0 events found.", { exact: true }).waitFor();
    expect(await panel.getByText("Settings saved").count()).toBe(0);
    const text = calendar(["Lunch", ":20261120T170000Z"], ["Choir", ":soon"], ["Chess", ":later"]);
    await address.fill(feeds.serve("/in-part.ics", text));
    await button(panel, "Save settings").click();
    await panel.getByText("2 of 3 events could not be read.").waitFor();
    await panel.getByText("The first one is “Choir”.").waitFor();
    feeds.serve("/in-part.ics", calendar(["Lunch", ":20261120T170000Z"]));
    await button(panel, "Read it again now").click();
    await panel.getByText("1 event found", { exact: true }).waitFor();
  });

  test("its age stays correct while the panel is open, and home mentions it after more than a day", async () => {
    const { anna, rose } = family;
    feeds.serve(
      "/family.ics",
      allDay("Lucía is seven").replace("VERSION", "X-WR-CALNAME:Our days\r\nVERSION"),
    );
    const panel = await open("/admin", anna);
    await panel.clock.install();
    await panel.reload();
    const failure = panel.getByText("We can't read it right now.");
    await failure.waitFor();
    await button(panel, "Read it again now").click();
    await failure.waitFor({ state: "detached" });
    await panel.getByText("Updated just now").waitFor();
    await panel.clock.fastForward("04:10");
    await panel.getByText(/^Updated [34] minutes ago$/).waitFor();
    const fetched_at = new Date(server().clock.now().getTime() - 49 * hourMs);
    await server()
      .database.kysely.updateTable("subscribed_calendars")
      .set({ fetched_at, name: "Our days" })
      .execute();
    const home = await open("/", rose);
    const note = home.getByText("“Our days” was last updated 2 days ago. It may have changed since.");
    await note.waitFor();
    await heading(home, "Lucía is seven").waitFor();
    await button(panel, "Read it again now").click();
    await note.waitFor({ state: "detached" });
  });

  test("removing the address removes its events", async () => {
    const { anna, rose } = family;
    const [home, panel] = [await open("/", rose), await open("/admin", anna)];
    await heading(home, "Lucía is seven").waitFor();
    await panel.getByLabel("Calendar URL (optional)").fill("");
    await button(panel, "Save settings").click();
    await home.getByText("No events scheduled for today").waitFor();
    await expect.poll(() => heading(panel, "The calendar at this address").count()).toBe(0);
  });

  test.each([
    ["the family calendar", "Please enter a valid URL"],
    ["http://10.0.0.1/feed.ics", "We can't read this address."],
    ["/page", "This is not a calendar."],
  ])("'%s' is refused with its reason, and stays in the field", async (typed, reason) => {
    const anna = await signUp(server());
    feeds.answer("/page", (response) => response.writeHead(200).end("<!doctype html>Hello"));
    const url = typed === "/page" ? feeds.at(typed) : typed;
    const panel = await open("/admin", anna);
    const field = panel.getByLabel("Calendar URL (optional)");
    await field.fill(url);
    await button(panel, "Save settings").click();
    await expect.poll(() => field.getAttribute("aria-invalid")).toBe("true");
    const words = await panel.locator(`[id="${await field.getAttribute("id")}-error"]`).textContent();
    expect(words).toContain(reason);
    expect(await field.inputValue()).toBe(url);
    await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true);
    if (reason !== "Please enter a valid URL") await expectFailureToast(panel, "Error saving settings");
  });

  test("a failure without a reason says so, and what was typed stays in the field", async () => {
    const panel = await open("/admin", await signUp(server()));
    const field = panel.getByLabel("Calendar URL (optional)");
    await field.fill("https://example.com/family.ics");
    await panel.route("**/api/calendar-settings", badGateway);
    await button(panel, "Save settings").click();
    await expectFailureToast(panel, "Error saving settings", "An unexpected error occurred");
    expect(await field.inputValue()).toBe("https://example.com/family.ics");
  });
});

describe("the three switches", () => {
  test("hide and show events of their kind on Rose's home", async () => {
    const { anna, rose } = await reyesFamily(server());
    const day = today().replace(/(....)(..)(..)/, "$1-$2-$3");
    for (const [title, category] of [
      ["Piano lesson", "kids"],
      ["Family dinner", "family"],
      ["Eye doctor", "appointment"],
    ]) {
      const times = { startDate: `${day}T00:00`, endDate: `${day}T00:00`, allDay: true };
      await anna.client.call(addManualEvent, { body: { title, category, location: "Home", ...times } });
    }
    const [home, panel] = [await open("/", rose), await open("/admin", anna)];
    for (const [title, label] of [
      ["Piano lesson", "Show kids' events"],
      ["Family dinner", "Show family events"],
      ["Eye doctor", "Show appointments"],
    ] as const) {
      await heading(home, title).waitFor();
      const toggle = panel.getByRole("switch", { name: label });
      expect(await toggle.isChecked()).toBe(true);
      await toggle.uncheck();
      await button(panel, "Save settings").click();
      await heading(home, title).waitFor({ state: "detached" });
    }
    await home.getByText("No events scheduled for today").waitFor();
    await panel.getByRole("switch", { name: "Show appointments" }).check();
    await button(panel, "Save settings").click();
    await heading(home, "Eye doctor").waitFor();
  });

  test("what another admin saves appears, and what is being typed stays", async () => {
    const anna = await signUp(server());
    const carla = await join(server(), anna, "admin", "Carla");
    const [hers, other] = [await open("/admin", anna), await open("/admin", carla)];
    const field = hers.getByLabel("Calendar URL (optional)");
    await field.fill("https://example.com/half-typed");
    await other.getByRole("switch", { name: "Show kids' events" }).uncheck();
    await button(other, "Save settings").click();
    const toggle = hers.getByRole("switch", { name: "Show kids' events" });
    await expect.poll(() => toggle.isChecked()).toBe(false);
    expect(await field.inputValue()).toBe("https://example.com/half-typed");
  });
});

test("somebody who may not change the calendar is told so kindly, with a link home", async () => {
  const panel = await open("/admin", family.rose);
  await panel.getByText("The people who look after your family's page can change its calendar.").waitFor();
  await panel.getByRole("link", { name: "Go home" }).click();
  await heading(panel, "Today's Events").waitFor();
});

/** Puts the text into everything on a senior's home that the family can edit. */
async function writeEverywhere(anna: Person, rose: Person, words: string): Promise<void> {
  const [today, tomorrow] = [dayIn(server(), 0), dayIn(server(), 1)];
  const names = { title: words, location: words, description: words };
  const times = { startDate: `${today}T23:00`, endDate: `${today}T23:30` };
  const event = { title: words, location: words, ...times };
  const puzzle = { question: words, options: [words, "No"], correctAnswer: words };
  await Promise.all([
    anna.client.call(addManualEvent, { body: event }),
    anna.client.call(addLocalEvent, { body: { ...names, date: `${tomorrow}T23:00` } }),
    anna.client.call(createPuzzle, { body: puzzle }),
    anna.client.call(changeNames, { body: { username: words } }),
    rose.client.call(askForHelp, { body: { text: words } }),
  ]);
}

test("hostile text in a calendar or from the family stays text and does not make the page wider", async () => {
  const { anna, rose } = await reyesFamily(server());
  const words = "<img src=x onerror=x()>";
  await writeEverywhere(anna, rose, words);
  const title = `<img src=x onerror="document.title='broken'">${"x".repeat(150)}`;
  const text = calendar([title, `;VALUE=DATE:${today()}`, "LOCATION:<b>Room</b> 1"]);
  const panel = await open("/admin", anna);
  await panel.getByLabel("Calendar URL (optional)").fill(feeds.serve("/hostile.ics", text));
  await button(panel, "Save settings").click();
  await panel.getByText("Settings saved").first().waitFor();
  const home = await visitOf(server(), windows, { width: 320 }).open("/", rose);
  // Calendars come with HTML, so only the words of a title and a place are shown.
  await home.getByRole("heading", { name: /^x{20}/ }).waitFor();
  await home.getByText("Room 1").waitFor();
  // Counts her help request, the event and its place, the puzzle and its option, the local event with its
  // place and text, and the name to call.
  await expect.poll(() => home.getByText(words).count()).toBeGreaterThanOrEqual(9);
  expect(await home.title()).not.toBe("broken");
  expect(await home.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
});
