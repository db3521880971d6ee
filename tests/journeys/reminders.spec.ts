// Reminders, as set in "Me".
// @module-tag extended
import { expect, test } from "vitest";
import { minuteMs } from "#contract/durations.ts";
import { sendReminders } from "#tests/support/due-work.ts";
import { plan } from "#tests/support/events.ts";
import { join, signUp } from "#tests/support/people.ts";
import { messagesTo } from "#tests/support/reminders.ts";
import { visitOf } from "#tests/support/screens/visit.ts";
import { useServer } from "#tests/support/server.ts";
import { button, heading } from "#tests/support/steps.ts";
import { dist, useWindows } from "#tests/support/window.ts";

const server = useServer({ dist });
const windows = useWindows();

/** The time in this many minutes, in the family's time zone. */
const inMinutes = (minutes: number) =>
  String(
    server()
      .clock.now()
      .toTemporalInstant()
      .add({ minutes })
      .toZonedDateTimeISO("America/New_York")
      .toPlainDateTime()
      .round({ smallestUnit: "minute", roundingMode: "ceil" }),
  ).slice(0, 16);

test("Rose chooses a text ten minutes before, Anna plans the dentist, and Rose's phone gets the reminder", async () => {
  const anna = await signUp(server());
  const rose = await join(server(), anna, "grandparent", "Rose");
  const page = await visitOf(server(), windows).open("/account", rose);
  await heading(page, "Reminders").click();
  expect(await page.getByLabel("Tell me", { exact: true }).count()).toBe(0);
  await page.getByLabel("Remind me before an event").check();
  await page.getByLabel("Tell me", { exact: true }).selectOption({ label: "10 minutes before an event" });
  expect(await page.getByLabel("By", { exact: true }).locator("option").allTextContents()).toEqual([
    "Text message",
  ]);
  await page.getByText("For an e-mail, please add your address first.").waitFor();
  await button(page, "Save my reminders").click();
  await page.getByText("Your reminders are saved.").waitFor();
  await plan(anna, { startDate: inMinutes(12), endDate: inMinutes(40) });
  await sendReminders(server().world);
  expect(messagesTo(server(), rose)).toEqual([]);
  server().clock.advance(4 * minuteMs);
  await sendReminders(server().world);
  expect(messagesTo(server(), rose)).toEqual([
    expect.stringMatching(/^Dentist is to(day|morrow) at .+ Where: Mill Street\.$/),
  ]);
});

test("without a kind of event nothing is saved, and turning reminders off is confirmed", async () => {
  const page = await visitOf(server(), windows).open("/account", await signUp(server()));
  await page.getByLabel("Remind me before an event").check();
  for (const kind of ["Family event", "Kids' event", "Appointment"]) await page.getByLabel(kind).uncheck();
  await button(page, "Save my reminders").click();
  await page.getByText("Please choose at least one kind of event").first().waitFor();
  await page.getByLabel("Remind me before an event").uncheck();
  await button(page, "Save my reminders").click();
  await page.getByText("You won't get reminders.").waitFor();
});
