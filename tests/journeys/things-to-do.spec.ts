// Things to do, entered by hand or from a subscribed calendar.
// @module-tag extended
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { dayIn } from "#tests/support/events.ts";
import { calendar, useFeedServer } from "#tests/support/feed-server.ts";
import { hold } from "#tests/support/network-failures.ts";
import { type Person, reyesFamily } from "#tests/support/people.ts";
import { visitOf } from "#tests/support/screens/visit.ts";
import { useServer } from "#tests/support/server.ts";
import { button, heading } from "#tests/support/steps.ts";
import { dist, useWindows } from "#tests/support/window.ts";

const server = useServer({ dist });
const feeds = useFeedServer();
const windows = useWindows();

const open = (path: string, person: Person) => visitOf(server(), windows).open(path, person);

let family: Awaited<ReturnType<typeof reyesFamily>>;
beforeAll(async () => {
  family = await reyesFamily(server());
});

async function fill(
  panel: Page,
  event: { title: string; date: string; location: string; description?: string },
) {
  await panel.getByLabel("Title").fill(event.title);
  await panel.getByLabel("Date and time").fill(event.date);
  await panel.getByLabel("Location").fill(event.location);
  if (event.description) await panel.getByLabel("Description (optional)").fill(event.description);
  await button(panel, "Save event").click();
}

describe("entered by hand", () => {
  test("what Anna enters appears on Rose's home: title, date, location and description", async () => {
    const [home, panel] = [await open("/", family.rose), await open("/admin/things-to-do", family.anna)];
    await home.getByText("No local events available").waitFor();
    await panel.getByText("Nothing here yet.").waitFor();
    await button(panel, "Add something to do").click();
    const description = "Bring a chair.";
    await fill(panel, {
      title: "Concert in the park",
      date: `${dayIn(server(), 3)}T14:30`,
      location: "Goodale Park",
      description,
    });
    await panel.getByText("Event created").first().waitFor();
    const localEvent = home.getByRole("listitem").filter({ hasText: "Concert in the park" });
    await localEvent.waitFor();
    const day = new Date(dayIn(server(), 3));
    const said = (format: Intl.DateTimeFormatOptions) =>
      day.toLocaleDateString("en-US", { ...format, timeZone: "UTC" });
    const date = `${said({ weekday: "long" })}, ${said({ month: "long", day: "numeric" })}`;
    await localEvent.getByRole("heading", { name: "Concert in the park" }).waitFor();
    for (const words of [date, "2:30 PM", "Goodale Park", description])
      await localEvent.getByText(words).waitFor();
    expect(await home.getByText("No local events available").count()).toBe(0);
    expect(await button(panel, "Save event").count()).toBe(0);
  });

  test("what she changes is changed there, and what she deletes disappears after a confirmation", async () => {
    const [home, panel] = [await open("/", family.rose), await open("/admin/things-to-do", family.anna)];
    await button(panel, "Edit Concert in the park").click();
    await fill(panel, {
      title: "Concert, indoors",
      date: `${dayIn(server(), 3)}T15:00`,
      location: "Town Hall",
    });
    await panel.getByText("Event updated").first().waitFor();
    await heading(home, "Concert, indoors").waitFor();
    await home.getByText("3:00 PM").waitFor();
    await button(panel, "Delete Concert, indoors").click();
    const dialog = panel.getByRole("dialog", { name: "Are you sure?" });
    await dialog
      .getByText("This will permanently delete this event. This action cannot be undone.")
      .waitFor();
    await button(panel, "Cancel").click();
    await heading(home, "Concert, indoors").waitFor();
    await button(panel, "Delete Concert, indoors").click();
    await dialog.getByRole("button", { name: "Delete" }).click();
    await panel.getByText("Event deleted").first().waitFor();
    await home.getByText("No local events available").waitFor();
  });

  test("with nothing filled in, each field says what it needs, and Cancel leaves everything as it was", async () => {
    const panel = await open("/admin/things-to-do", family.anna);
    await button(panel, "Add something to do").click();
    await button(panel, "Save event").click();
    await panel.getByText("Three things need your attention").waitFor();
    for (const words of ["Title is required", "Date is required", "Location is required"])
      expect(await panel.getByText(words).count()).toBeGreaterThan(0);
    await button(panel, "Cancel").click();
    await panel.getByText("Nothing here yet.").waitFor();
  });

  test("what Anna is typing stays there while the list is read for a new day", {
    tags: "extended",
  }, async () => {
    const panel = await open("/healthz", family.anna);
    await panel.clock.install({ time: new Date(`${dayIn(server(), 0)}T23:58-05:00`) });
    await panel.goto(`${server().url}/admin/things-to-do`);
    await button(panel, "Add something to do").click();
    const title = panel.getByLabel("Title");
    await title.fill("Concert in the park");
    const release = await hold(panel, "**/api/local-events");
    const asking = panel.waitForRequest("**/api/local-events");
    await panel.clock.fastForward("03:00");
    const request = await asking;
    expect(await title.inputValue()).toBe("Concert in the park");
    release();
    await request.response();
    expect(await title.inputValue()).toBe("Concert in the park");
  });
});

describe("from a calendar that the family subscribes to", () => {
  const library = (title: string) =>
    calendar([
      title,
      `;TZID=America/New_York:${dayIn(server(), 2).replaceAll("-", "")}T103000`,
      "LOCATION:Reading Room",
    ]);

  test("its events appear on Rose's home, with their source", async () => {
    const [home, panel] = [await open("/", family.rose), await open("/admin/things-to-do", family.anna)];
    await panel
      .getByLabel("Address of a public calendar")
      .fill(feeds.serve("/library.ics", library("Book club")));
    await panel.getByLabel("Name (optional)").fill("Town Library");
    await button(panel, "Subscribe").click();
    await panel.getByText("Calendar added").first().waitFor();
    await panel.getByText("1 event found", { exact: true }).waitFor();
    await heading(panel, "Town Library").waitFor();
    await panel.getByText("Updated just now").waitFor();
    const localEvent = home.getByRole("listitem").filter({ hasText: "Book club" });
    for (const words of ["10:30 AM", "From Town Library"]) await localEvent.getByText(words).waitFor();
    expect(await panel.getByLabel("Address of a public calendar").inputValue()).toBe("");
  });

  test("a calendar that cannot be read says why at the field, and its address stays there", async () => {
    const panel = await open("/admin/things-to-do", family.anna);
    const field = panel.getByLabel("Address of a public calendar");
    await field.fill(feeds.at("/nowhere.ics"));
    await button(panel, "Subscribe").click();
    await panel.getByText("There is no calendar at this address. Please check it.").first().waitFor();
    expect(await field.inputValue()).toBe(feeds.at("/nowhere.ics"));
  });

  test("when Anna unsubscribes, its events disappear", async () => {
    const [home, panel] = [await open("/", family.rose), await open("/admin/things-to-do", family.anna)];
    await heading(home, "Book club").waitFor();
    await button(panel, "Remove Town Library").click();
    const dialog = panel.getByRole("dialog", { name: "Remove Town Library?" });
    await dialog.getByText("Its events will disappear from Home.").waitFor();
    await dialog.getByRole("button", { name: "Remove" }).click();
    await panel.getByText("Calendar removed").first().waitFor();
    await home.getByText("No local events available").waitFor();
  });
});

test("somebody who may not enter things to do is told so kindly", async () => {
  const panel = await open("/admin/things-to-do", family.ben);
  await panel.getByText("The people who look after your family's page can add things to do.").waitFor();
});
