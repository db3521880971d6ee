// Events that Anna enters in the panel appear in Rose's day.
import { describe, expect, it } from "vitest";
import { addManualEvent, deleteManualEvent, listManualEvents } from "#contract/calendar/manual-events.ts";
import { monthAndDay } from "#contract/time-words.ts";
import { typeMorning } from "#tests/support/engines/typed-dates.ts";
import type { Window } from "#tests/support/engines/window.ts";
import { useEngineWindows } from "#tests/support/engines/windows.ts";
import { dayIn } from "#tests/support/events.ts";
import { badGateway } from "#tests/support/network-failures.ts";
import { type Person, reyesFamily } from "#tests/support/people.ts";
import { visitOf } from "#tests/support/screens/visit.ts";
import { useServer } from "#tests/support/server.ts";
import { button, expectFailureToast, expectToast, heading, isFocused, link } from "#tests/support/steps.ts";
import { dist, useWindows } from "#tests/support/window.ts";

const server = useServer({ dist, limits: { registrationsPerIp: 1000 } });
const windows = useEngineWindows();
const chromium = useWindows();
const openAs = (path: string, person: Person) => visitOf(server(), windows).open(path, person);

/** "Nov 21, 2026", the format in the specification. */
const short = (day: string) =>
  new Date(day).toLocaleDateString("en-US", { dateStyle: "medium", timeZone: "UTC" });

const add = (person: Person, more: object = {}) =>
  person.client.call(addManualEvent, {
    body: {
      title: "Dentist",
      location: "Main Street 4",
      startDate: `${dayIn(server(), 0)}T13:00`,
      endDate: `${dayIn(server(), 0)}T23:59`,
      ...more,
    },
  });

/** An event that is not over when a test runs in the last minute of the day, because the list folds those away. */
const addUntilTomorrow = (person: Person, more: object = {}) =>
  add(person, { endDate: `${dayIn(server(), 1)}T00:30`, ...more });

async function fillIn(page: Window, day = dayIn(server(), 0)): Promise<void> {
  await link(page, "Add event").click();
  await page.getByLabel("Title").fill("Dentist");
  await page.getByLabel("Start date").fill(`${day}T09:05`);
  await page.getByLabel("End date").fill(`${day}T23:59`);
  await page.getByLabel("Location").fill("Main Street 4");
}
const save = (page: Window) => button(page, "Save event").click();
const today = (page: Window) => page.getByRole("region", { name: "Today's Events" });
const rows = (page: Window) => page.getByRole("region", { name: "Manual events" }).getByRole("listitem");

describe("an event", () => {
  it("that Anna adds appears in Rose's day at once: title, location, times with AM and PM, badge, and who drives", async () => {
    const { anna, rose } = await reyesFamily(server());
    const roses = await openAs("/", rose);
    await roses.getByText("No events scheduled for today", { exact: true }).waitFor();
    const panel = await openAs("/admin/events", anna);
    await fillIn(panel);
    await panel.getByRole("group", { name: "Who is driving?" }).getByLabel("Ben").check();
    await save(panel);
    await expectToast(panel, "Event created");
    expect(await panel.getByLabel("Title").count(), "the form is closed").toBe(0);
    await rows(panel)
      .getByText(`${short(dayIn(server(), 0))} 9:05 AM - 11:59 PM`)
      .waitFor();

    const day = today(roses);
    await day.getByText("Dentist", { exact: true }).waitFor({ timeout: 2_000 });
    const words = (await day.textContent())?.replace(/\s+/g, " ");
    for (const part of ["9:05 AM - 11:59 PM", "Main Street 4", "Ben is driving", "Manual"]) {
      expect(words).toContain(part);
    }
    const looks = await day.evaluate((section) => {
      const all = [...section.querySelectorAll("*")];
      const manual = all.findLast((element) => element.textContent === "Manual");
      const [title, time] = ["h3", "time"].map((name) => section.querySelector(name));
      const { borderTopWidth, fontSize } = getComputedStyle(manual ?? section);
      const isTitleFirst =
        (title?.compareDocumentPosition(time ?? title) ?? 0) & Node.DOCUMENT_POSITION_FOLLOWING;
      const [titleAt, timeAt] = [title, time].map((element) => element?.getBoundingClientRect());
      const isLeft = (timeAt?.right ?? 0) < (titleAt?.left ?? 0);
      const isAbove = (timeAt?.bottom ?? 0) <= (titleAt?.top ?? 0);
      return { borderTopWidth, fontSize, isTitleFirst: isTitleFirst > 0, isTimeFound: isLeft || isAbove };
    });
    // The "Manual" badge is subdued. Screen readers read the title first, but on the screen the time comes first.
    expect(looks).toEqual({
      borderTopWidth: "0px",
      fontSize: "18px",
      isTitleFirst: true,
      isTimeFound: true,
    });
  });

  it("changes when the form is saved; Cancel closes the form and leaves everything as it was", async () => {
    const { anna, rose } = await reyesFamily(server());
    await addUntilTomorrow(anna);
    const panel = await openAs("/admin/events", anna);
    await button(panel, "Edit Dentist").click();
    await heading(panel, "Edit event").waitFor();
    await panel.getByLabel("Title").fill("Something else");
    await button(panel, "Cancel").click();
    await heading(panel, "Dentist").waitFor();
    expect(await panel.getByLabel("Title").count(), "the form is closed").toBe(0);
    await button(panel, "Edit Dentist").click();
    expect(await panel.getByLabel("Title").inputValue()).toBe("Dentist");
    expect(await panel.getByLabel("Start date").inputValue()).toBe(`${dayIn(server(), 0)}T13:00`);
    await panel.getByLabel("Location").fill("Oak Street 21");
    await save(panel);
    await expectToast(panel, "Event updated");
    expect(await panel.getByLabel("Title").count(), "the form is closed").toBe(0);
    await today(await openAs("/", rose))
      .getByText("Oak Street 21")
      .waitFor();
  });

  it("with a rule that the form cannot make shows it in words, and keeps it when anything else is changed", async () => {
    const { anna } = await reyesFamily(server());
    const day = `${dayIn(server(), 1).slice(0, 4)}-01-15`;
    const recurrence = "FREQ=YEARLY;BYMONTH=1,7;BYMONTHDAY=15;COUNT=9";
    const dates = { startDate: `${day}T10:00`, endDate: `${day}T11:00` };
    await add(anna, { ...dates, recurrence });
    const words = "Every year in January and July on the 15th, 9 times";
    const panel = await openAs("/admin/events", anna);
    await rows(panel).getByText(words).waitFor();
    await button(panel, "Edit Dentist").click();
    await panel.getByLabel("All of them").check();
    await button(panel, "Continue").click();
    const repeats = panel.getByLabel("Repeats");
    expect(await repeats.inputValue()).toBe(`${words}.`);
    expect(await repeats.isEditable()).toBe(false);
    await panel.getByLabel("Location").fill("Oak Street 21");
    await save(panel);
    await expectToast(panel, "Event updated");
    const [event] = await anna.client.call(listManualEvents);
    expect(event).toMatchObject({ ...dates, recurrence, location: "Oak Street 21" });
  });

  it("with such a rule keeps its form on the screen while its start date is empty", {
    tags: "extended",
  }, async () => {
    const { anna } = await reyesFamily(server());
    await addUntilTomorrow(anna, { recurrence: "FREQ=MONTHLY;COUNT=9" });
    const panel = await openAs("/admin/events", anna);
    await button(panel, "Edit Dentist").click();
    await panel.getByLabel("All of them").check();
    await button(panel, "Continue").click();
    const repeats = panel.getByLabel("Repeats");
    await expect.poll(() => repeats.inputValue()).toMatch(/^Every month on the \d+\w\w, 9 times\.$/);
    await panel.getByLabel("Start date").fill("");
    await expect.poll(() => repeats.inputValue()).toBe("");
    await panel.getByLabel("Start date").fill("2027-01-15T10:00");
    await expect.poll(() => repeats.inputValue()).toBe("Every month on the 15th, 9 times.");
  });

  it("is deleted only after a confirmation", async () => {
    const { anna, rose } = await reyesFamily(server());
    await addUntilTomorrow(anna);
    const roses = await openAs("/", rose);
    await today(roses).getByText("Dentist").waitFor();
    const panel = await openAs("/admin/events", anna);
    await button(panel, "Edit Dentist").click();
    await button(panel, "Delete Dentist").click();
    const dialog = panel.getByRole("dialog", { name: "Are you sure?" });
    await dialog
      .getByText("This will permanently delete this event. This action cannot be undone.")
      .waitFor();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await dialog.waitFor({ state: "detached" });
    await button(panel, "Delete Dentist").click();
    await dialog.getByRole("button", { name: "Delete" }).click();
    await expectToast(panel, "Event deleted");
    await panel.getByText("Your family has no events here yet.").waitFor();
    await roses.getByText("No events scheduled for today", { exact: true }).waitFor({ timeout: 2_000 });
  });

  it("can be added by keyboard: the first field has the focus, Enter saves, and the focus moves to the new event", async () => {
    const { anna } = await reyesFamily(server());
    const panel = await openAs("/admin/events", anna);
    await link(panel, "Add event").focus();
    await panel.keyboard.press("Enter");
    await heading(panel, "New event").waitFor();
    await expect.poll(() => isFocused(panel.getByLabel("Add an event in one line"))).toBe(true);
    for (let stop = 0; stop < 2; stop += 1) await panel.keyboard.press("Tab");
    await expect.poll(() => isFocused(panel.getByLabel("Title"))).toBe(true);
    await panel.keyboard.type("Choir");
    const start = panel.getByLabel("Start date");
    await start.focus();
    expect(await start.evaluate((field) => getComputedStyle(field).outlineStyle), "a ring").toBe("solid");
    await typeMorning(panel, `${dayIn(server(), 0)}T09:05`);
    expect(await start.inputValue()).toBe(`${dayIn(server(), 0)}T09:05`);
    await panel.getByLabel("End date").focus();
    await expect.poll(() => panel.getByLabel("End date").inputValue()).toBe(`${dayIn(server(), 0)}T10:05`);
    await panel.getByLabel("Location").focus();
    await panel.keyboard.type("Church hall");
    await panel.keyboard.press("Enter");
    await expectToast(panel, "Event created");
    const focused = () => panel.evaluate(() => document.activeElement?.querySelector("h3")?.textContent);
    await expect.poll(focused).toBe("Choir");
  });
});

describe("errors and interruptions", { tags: "extended" }, () => {
  it("show each message at its field, and lose nothing that was typed", async () => {
    const { anna } = await reyesFamily(server());
    const panel = await openAs("/admin/events", anna);
    await link(panel, "Add event").click();
    await save(panel);
    for (const field of ["Title", "Start date", "End date", "Location"])
      await panel.getByText(`${field} is required`).last().waitFor();
    await panel.getByLabel("Title").fill("Dentist");
    await panel.getByLabel("Location").fill("Main Street 4");
    await panel.getByLabel("Start date").fill(`${dayIn(server(), 0)}T15:00`);
    await panel.getByLabel("End date").fill(`${dayIn(server(), 0)}T14:00`);
    await save(panel);
    await panel.getByText("End date must be after start date").last().waitFor();
    expect(await panel.getByLabel("Title").inputValue()).toBe("Dentist");
    expect(await panel.getByLabel("End date").inputValue()).toBe(`${dayIn(server(), 0)}T14:00`);
  });

  it("name the event action that failed: create, update or delete", { tags: "chromium" }, async () => {
    const { anna } = await reyesFamily(server());
    await addUntilTomorrow(anna, { title: "Lunch" });
    const panel = await visitOf(server(), chromium).open("/admin/events", anna);
    const otherwise = "An unexpected error occurred";
    await fillIn(panel);
    await panel.route("**/api/manual-events", badGateway);
    await save(panel);
    await expectFailureToast(panel, "Error creating event", otherwise);
    await panel.getByText("It's our mistake, not yours. Nothing is lost. Please try again.").waitFor();
    expect(await panel.getByLabel("Title").inputValue()).toBe("Dentist");
    await button(panel, "Cancel").click();
    await panel.getByLabel("Title").waitFor({ state: "detached" });
    await panel.route("**/api/manual-events/*", badGateway);
    await button(panel, "Edit Lunch").click();
    await panel.getByLabel("Active").click();
    await save(panel);
    await expectFailureToast(panel, "Error updating event", otherwise);
    await button(panel, "Delete Lunch").click();
    await panel.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await expectFailureToast(panel, "Error deleting event", otherwise);
  });

  it("keep what was typed when the person leaves the form or reloads the page", async () => {
    const { anna } = await reyesFamily(server());
    const panel = await openAs("/admin/events", anna);
    await fillIn(panel);
    await link(panel, "Puzzles").click();
    await heading(panel, "New puzzle").waitFor();
    await panel.goBack();
    expect(await panel.getByLabel("Title").inputValue()).toBe("Dentist");
    await panel.reload();
    expect(await panel.getByLabel("Location").inputValue()).toBe("Main Street 4");
    await button(panel, "Cancel").click();
    await link(panel, "Add event").click();
    expect(await panel.getByLabel("Title").inputValue()).toBe("");
  });

  it("keep what was typed when somebody else deletes the event in the meantime", async () => {
    const { anna, ben } = await reyesFamily(server());
    const { id } = await addUntilTomorrow(anna);
    const panel = await openAs("/admin/events", anna);
    await button(panel, "Edit Dentist").click();
    await panel.getByLabel("Location").fill("Oak Street 21");
    await ben.client.call(deleteManualEvent, { params: { id } });
    await panel.getByText("Your family has no events here yet.").waitFor();
    expect(await panel.getByLabel("Location").inputValue()).toBe("Oak Street 21");
    await save(panel);
    await expectFailureToast(panel, "Error updating event", "We could not find that.");
    expect(await panel.getByLabel("Location").inputValue()).toBe("Oak Street 21");
  });

  it("show a grandparent a kind explanation instead of the form", async () => {
    const { rose } = await reyesFamily(server());
    const panel = await openAs("/admin/events", rose);
    await link(panel, "Go home").waitFor();
    expect(await link(panel, "Add event").count()).toBe(0);
  });
});

describe("a repeating event", () => {
  it("is created in words that a tired daughter understands", async () => {
    const { anna } = await reyesFamily(server());
    const panel = await openAs("/admin/events", anna);
    const inAMonth = Temporal.PlainDate.from(dayIn(server(), 30));
    const tuesday = inAMonth.add({ days: (9 - inAMonth.dayOfWeek) % 7 });
    const [first, until] = [tuesday.toString(), tuesday.add({ weeks: 17 }).toString()];
    await fillIn(panel, first);
    await panel.getByLabel("Repeats").selectOption("Every week");
    await panel.getByLabel("Until (optional)").fill(until);
    await panel.getByText(`Every week on Tuesday, until ${short(until)}.`).waitFor();
    await save(panel);
    await expectToast(panel, "Event created");
    await rows(panel)
      .getByText(`Every week on Tuesday, until ${short(until)}`)
      .waitFor();
    await rows(panel)
      .getByText(`Next: ${short(first)} 9:05 AM`)
      .waitFor();
  });

  it("can be changed and deleted for one date or for all of them", async () => {
    const { anna, ben, rose } = await reyesFamily(server());
    await add(anna, { recurrence: "FREQ=DAILY" });
    const bens = await openAs("/admin/events", ben);
    await button(bens, "Edit Dentist").click();
    await bens.getByLabel("Only one of them").check();
    await bens.getByLabel("Date").selectOption(`${dayIn(server(), 1)}T13:00`);
    await button(bens, "Continue").click();
    await heading(bens, `Edit event, only ${short(dayIn(server(), 1))}`).waitFor();
    await bens.getByLabel("Title").fill("Dentist, with Ben");
    await save(bens);
    await expectToast(bens, "Event updated");
    await bens.getByText("Changed for this date only.").waitFor();

    const week = await openAs("/week", rose);
    await week.getByText("Dentist, with Ben", { exact: true }).waitFor();
    await expect.poll(() => week.getByText("Dentist", { exact: true }).count()).toBe(6);

    await bens.getByRole("button", { name: "Edit Dentist", exact: true }).click();
    await button(bens, "Continue").click();
    await bens.getByRole("button", { name: "Delete Dentist", exact: true }).click();
    const dialog = bens.getByRole("dialog");
    await dialog.getByLabel("All of them").check();
    await dialog.getByRole("button", { name: "Delete" }).click();
    await expectToast(bens, "Event deleted");
    await expect.poll(() => week.getByText("Dentist", { exact: true }).count(), { timeout: 4_000 }).toBe(0);
  });
});

describe("the week", () => {
  it("opens from home, says which days have nothing planned, and goes on to the next week", async () => {
    const { anna, rose } = await reyesFamily(server());
    await add(anna);
    await add(anna, {
      title: "Soccer",
      startDate: `${dayIn(server(), 8)}T10:00`,
      endDate: `${dayIn(server(), 8)}T11:00`,
    });
    const page = await openAs("/", rose);
    await link(page, "See the week").click();
    await page.getByText("Dentist").waitFor();
    expect(await page.getByText("Nothing planned.").count()).toBe(6);
    expect(await link(page, /^Edit/).count(), "Rose changes nothing here").toBe(0);
    await link(page, "Later").click();
    await page.getByText("Soccer").waitFor();
    await link(page, "Earlier").click();
    await page.getByText("Dentist").waitFor();
  });

  it("lets a helper change one of its events", async () => {
    const { anna, ben } = await reyesFamily(server());
    await add(anna);
    const page = await openAs("/week", ben);
    await link(page, "Add an event").waitFor();
    await link(page, "Edit Dentist").click();
    await heading(page, "Edit event").waitFor();
    expect(await page.getByLabel("Title").inputValue()).toBe("Dentist");
  });

  it("asks a helper whether to change one date or all, and preselects the one that was tapped", async () => {
    const { anna, ben } = await reyesFamily(server());
    await add(anna, { recurrence: "FREQ=DAILY" });
    const page = await openAs("/week", ben);
    // Until the family is known, the week begins with the device's day.
    await heading(page, `The week of ${monthAndDay(dayIn(server(), 0))}`).waitFor();
    await link(page, "Edit Dentist").nth(2).click();
    const dialog = page.getByRole("dialog", { name: "Edit Dentist" });
    expect(await dialog.getByLabel("Date").inputValue()).toBe(`${dayIn(server(), 2)}T13:00`);
    await button(page, "Continue").click();
    await heading(page, `Edit event, only ${short(dayIn(server(), 2))}`).waitFor();
    expect(await page.getByLabel("Start date").inputValue()).toBe(`${dayIn(server(), 2)}T13:00`);
    expect(await page.getByLabel("Repeats").count()).toBe(0);
  });

  it("the question which dates to change leaves the focus on the event after Cancel and after Escape", {
    tags: "extended",
  }, async () => {
    const { anna } = await reyesFamily(server());
    await add(anna, { recurrence: "FREQ=DAILY" });
    const panel = await openAs("/admin/events", anna);
    const dialog = panel.getByRole("dialog", { name: "Edit Dentist" });
    const cancel = () => dialog.getByRole("button", { name: "Cancel" }).click();
    for (const leave of [cancel, () => panel.keyboard.press("Escape")]) {
      await button(panel, "Edit Dentist").click();
      await dialog.waitFor();
      await leave();
      await dialog.waitFor({ state: "detached" });
      await expect.poll(() => isFocused(rows(panel).first())).toBe(true);
    }
  });
});
