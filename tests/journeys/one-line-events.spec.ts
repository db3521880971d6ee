// An event that is typed in one line on a phone.
// @module-tag extended
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { addManualEvent, listManualEvents } from "#contract/calendar/manual-events.ts";
import { reyesFamily } from "#tests/support/people.ts";
import { visitOf } from "#tests/support/screens/visit.ts";
import { useServer } from "#tests/support/server.ts";
import { button, expectToast, focusedText, heading, isFocused, link } from "#tests/support/steps.ts";
import { dist, useWindows, widths } from "#tests/support/window.ts";

const server = useServer({ dist });
const windows = useWindows();
const line = (page: Page) => page.getByLabel("Add an event in one line");

it("an event in one line takes 15 characters, and its place: it is read back before it is saved, with an end", async () => {
  const { anna } = await reyesFamily(server());
  const before = { startDate: "2026-10-06T09:00", endDate: "2026-10-06T10:00" };
  await anna.client.call(addManualEvent, { body: { title: "Dentist", location: "Mill Street", ...before } });
  const page = await visitOf(server(), windows, { width: widths.phone }).open("/admin/events", anna);
  await link(page, "Add event").click();
  await expect.poll(() => isFocused(line(page))).toBe(true);
  await page.keyboard.type("Dentist tue 25:00");
  await button(page, "Fill in the form").click();
  await page.getByText("25:00 is not a time. Please write it like 3pm or 15:00.").waitFor();
  expect(await line(page).inputValue()).toBe("Dentist tue 25:00");

  await line(page).fill("Dentist tue 3pm for 2 hours");
  await page
    .getByRole("status")
    .getByText(/^So far we read: Tuesday, .+, 3:00 PM to 4:00 PM\.$/)
    .waitFor();
  await button(page, "Fill in the form").click();
  await page.getByText("We couldn't read the date: what is “for 2 hours”?").waitFor();
  expect(await line(page).inputValue()).toBe("Dentist tue 3pm for 2 hours");

  await line(page).fill("");
  const typed = "Dentist tue 3pm";
  expect(typed.length).toBe(15);
  await line(page).click();
  await page.keyboard.type(typed);
  const words = /^Dentist: Tuesday, .+, 3:00 PM to 4:00 PM\.$/;
  await page.getByRole("status").getByText(words).waitFor();
  await button(page, "Fill in the form").click();
  await heading(page, "New event").waitFor();
  await expect.poll(() => focusedText(page)).toMatch(words);
  expect(await page.getByLabel("Title").inputValue()).toBe("Dentist");
  const start = await page.getByLabel("Start date").inputValue();
  expect(start).toMatch(/T15:00$/);
  expect(new Date(start.slice(0, 10)).getUTCDay()).toBe(2);
  expect(await page.getByLabel("End date").inputValue()).toBe(start.replace("T15", "T16"));
  // The last dentist was on Mill Street, but nobody said so of this one, even after the title had the focus.
  await page.getByLabel("Title").click();
  await page.getByLabel("Start date").click();
  expect(await page.getByLabel("Location").inputValue()).toBe("");
  await page.getByLabel("Location").fill("Oak Street");
  await page.getByText(/ Place: Oak Street\.$/).waitFor();
  const save = button(page, "Save event");
  expect((await save.boundingBox())?.y).toBeLessThan(844);
  await save.click();
  await expectToast(page, "Event created");
  const saved = await anna.client.call(listManualEvents);
  expect(saved).toContainEqual(
    expect.objectContaining({ title: "Dentist", startDate: start, location: "Oak Street", recurrence: null }),
  );

  await link(page, "Add event").click();
  await line(page).fill("Mom's birthday june 3 1944");
  await line(page).press("Enter");
  await page.getByText(/^Mom's birthday \(8\d\): .+, June 3, 20\d\d, all day\. Every year\.$/).waitFor();
  // Nobody said where it is, so nothing is assumed.
  expect(await page.getByLabel("Location").inputValue()).toBe("");
  await page.getByLabel("Location").fill("At home");
  await page.getByLabel("Location").press("Enter");
  await heading(page, "Mom's birthday (born 1944)").waitFor();
  expect(await anna.client.call(listManualEvents)).toContainEqual(
    expect.objectContaining({ recurrence: "FREQ=YEARLY", allDay: true, location: "At home" }),
  );

  await link(page, "Add event").click();
  await page.getByLabel("Title").fill("Choir");
  await page.getByLabel("Start date").click();
  expect(await page.getByLabel("Location").inputValue()).toBe("At home");
});
