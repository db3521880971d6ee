// Anna adds the family's events to her own calendar app, and later replaces an address that others know.
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { addManualEvent } from "#contract/calendar/manual-events.ts";
import { fetchCalendar, pathOf } from "#tests/support/calendar-app.ts";
import { dayIn } from "#tests/support/events.ts";
import { signUp } from "#tests/support/people.ts";
import { visitOf } from "#tests/support/screens/visit.ts";
import { useServer } from "#tests/support/server.ts";
import { button, expectToast, link, openUnderMore } from "#tests/support/steps.ts";
import { dist, useWindows } from "#tests/support/window.ts";

const server = useServer({ dist });
const windows = useWindows();

const statusAt = async (address: string) => (await fetchCalendar(server(), pathOf(address))).status;
const addressOn = (page: Page) => page.getByLabel("My calendar address").inputValue();
const titlesAt = async (address: string) =>
  [...(await (await fetchCalendar(server(), pathOf(address))).text()).matchAll(/^SUMMARY:(.*)\r$/gm)].map(
    ([, title]) => title,
  );

it("Anna adds the family's events to her calendar app, chooses what it contains, and replaces the address", async () => {
  const anna = await signUp(server());
  const day = dayIn(server(), 1);
  const times = { startDate: `${day}T10:00`, endDate: `${day}T11:00`, location: "Mill Street" };
  for (const [title, category] of [
    ["Dentist", "appointment"],
    ["School play", "kids"],
  ] as const)
    await anna.client.call(addManualEvent, { body: { ...times, title, category } });

  const page = await visitOf(server(), windows).open("/week", anna);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await link(page, "In my calendar app").click();
  await button(page, "Make my calendar address").click();
  await link(page, "Apple Calendar").waitFor();
  const first = await addressOn(page);
  const hrefs = ["Apple Calendar", "Google Calendar", "Outlook"].map((name) =>
    link(page, name).getAttribute("href"),
  );
  const [apple, google = "", outlook = ""] = (await Promise.all(hrefs)).map((href) => href ?? "");
  expect(apple).toBe(first.replace("http:", "webcal:"));
  expect(new URL(google).searchParams.get("cid")).toBe(apple);
  expect(new URL(outlook).searchParams.get("url")).toBe(first);
  await page.getByText("Google and Outlook cannot reach this address.").waitFor();

  await button(page, "Copy address").click();
  await expectToast(page, "Link copied");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(first);
  expect((await titlesAt(first)).sort()).toEqual(["Dentist", "School play"]);

  const kinds = page.getByRole("group", { name: "What's in it" });
  await kinds.getByLabel("Kids' events").uncheck();
  await expect.poll(() => titlesAt(first)).toEqual(["Dentist"]);
  await kinds.getByLabel("Family events").uncheck();
  // A click, because the last box stays checked.
  await kinds.getByLabel("Appointments").click();
  await page.getByText("Please keep at least one.").waitFor();
  expect(await kinds.getByLabel("Appointments").isChecked()).toBe(true);

  await button(page, "Make a new address").click();
  await page.getByText("Apps with the old address will stop showing").waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Make a new address" }).click();
  await expectToast(page, "You have a new address");
  const second = await addressOn(page);
  expect(second).not.toBe(first);
  expect([await statusAt(first), await statusAt(second)]).toEqual([404, 200]);
  expect(await titlesAt(second), "what she chose stays").toEqual(["Dentist"]);

  await button(page, "Remove my address").click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove my address" }).click();
  await button(page, "Make my calendar address").waitFor();
  expect(await statusAt(second)).toBe(404);
  await openUnderMore(page, "My calendar app");
});
