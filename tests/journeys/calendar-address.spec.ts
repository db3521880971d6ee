// Anna adds the family's events to her own calendar app, and later replaces an address that others know.
// @module-tag extended
import { expect, it } from "vitest";
import { addManualEvent } from "#contract/calendar/manual-events.ts";
import { fetchCalendar, pathOf } from "#tests/support/calendar-app.ts";
import type { Window } from "#tests/support/engines/window.ts";
import { useEngineWindows } from "#tests/support/engines/windows.ts";
import { dayIn } from "#tests/support/events.ts";
import { signUp } from "#tests/support/people.ts";
import { visitOf } from "#tests/support/screens/visit.ts";
import { useServer } from "#tests/support/server.ts";
import { button, expectToast, link, openUnderMore } from "#tests/support/steps.ts";
import { dist } from "#tests/support/window.ts";

const server = useServer({ dist });
const windows = useEngineWindows();

const statusAt = async (address: string) => (await fetchCalendar(server(), pathOf(address))).status;
/** Pastes into an empty field that belongs to no form. */
async function pastedInto(page: Window): Promise<string> {
  await page.evaluate(() => {
    document.querySelector("#pasted")?.remove();
    document
      .querySelector("main")
      ?.append(Object.assign(document.createElement("textarea"), { id: "pasted" }));
  });
  const field = page.locator("#pasted");
  await field.press("ControlOrMeta+V");
  return await field.inputValue();
}

const addressOn = (page: Window) => page.getByLabel("My calendar address").inputValue();
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

  const page = await visitOf(server(), windows, { hasClipboard: true }).open("/week", anna);
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
  await expect.poll(() => pastedInto(page)).toBe(first);
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
