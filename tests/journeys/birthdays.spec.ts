// Birthdays: entered by Anna, seen on home, in the week and on paper, and greetings that Walter hears on the day.
// @module-tag extended
import { extractText } from "unpdf";
import { expect, it } from "vitest";
import { getFamily } from "#contract/families.ts";
import { engine } from "#tests/support/engines/engine.ts";
import type { Window } from "#tests/support/engines/window.ts";
import { useEngineWindows } from "#tests/support/engines/windows.ts";
import { dayIn } from "#tests/support/events.ts";
import { join, type Person, reyesFamily } from "#tests/support/people.ts";
import { greet, turns84 } from "#tests/support/screens/birthdays.ts";
import { visitOf } from "#tests/support/screens/visit.ts";
import { useServer } from "#tests/support/server.ts";
import { button, heading } from "#tests/support/steps.ts";
import { dist, widths } from "#tests/support/window.ts";

const server = useServer({ dist });
const windows = useEngineWindows();

async function familyWithWalter() {
  const family = await reyesFamily(server());
  const walter = await join(server(), family.anna, "grandparent", "Walter");
  return { ...family, walter, maya: await join(server(), family.anna, "child", "Maya") };
}

const birthdayOf = async ({ client }: Person, { id }: Person) =>
  (await client.call(getFamily)).members.find((member) => member.id === id)?.birthday;

async function enterBirthday(page: Window, month: number, day: number, year: string): Promise<void> {
  await page.getByLabel("Month").selectOption(String(month));
  await page.getByLabel("Day", { exact: true }).fill(String(day));
  await page.getByLabel("Year").fill(year);
  await button(page, "Save the birthday").click();
}

it("Anna enters Walter's birthday, and Rose sees it on home at once, in the week, and on the sheet for the fridge", async () => {
  const { anna, rose, walter } = await familyWithWalter();
  const { open } = visitOf(server(), windows, { width: widths.tablet });
  const tablet = await open("/", rose);
  await heading(tablet, "Today's Events").waitFor();
  const panel = await open("/admin/family", anna);
  await button(panel, "Add birthday of Walter").click();
  await enterBirthday(panel, 2, 30, "");
  await panel.getByText("There is no February 30").first().waitFor();
  const date = dayIn(server(), 9);
  const [year = 0, month = 0, day = 0] = date.split("-").map(Number);
  await enterBirthday(panel, month, day, String(year - 84));
  await panel.getByText("Walter's birthday is saved.").waitFor();

  await tablet.getByText("Walter is 84 in 9 days").waitFor();
  await tablet.goto(`${server().url}/week?from=${date}`);
  await heading(tablet, "Walter turns 84").waitFor();
  const pdf = await tablet.pdf({ format: "Letter", preferCSSPageSize: true });
  const { text } = await extractText(new Uint8Array(pdf), { mergePages: true });
  // In Firefox's PDF semi-bold letters are shapes.
  if (engine !== "firefox") expect(text).toContain("Walter turns 84");

  await button(panel, "Remove the birthday").click();
  await panel.getByText("Walter's birthday is gone.").waitFor();
  expect(await birthdayOf(anna, walter)).toBeNull();
  await heading(tablet, "Walter turns 84").waitFor({ state: "detached" });
});

it("on the day Maya records a greeting in two taps, and Walter hears one greeting after the other", async () => {
  const { anna, ben, walter, maya } = await familyWithWalter();
  await turns84(server(), anna, walter, 0);
  const { open } = visitOf(server(), windows, { width: widths.tablet, hasMicrophone: true });
  const tablet = await open("/", walter);
  await heading(tablet, "Happy birthday, Walter!").waitFor();
  await tablet.getByText("Have a wonderful day.").waitFor();
  const phone = await open("/", maya);
  await heading(phone, "Walter is 84 today").waitFor();
  await button(phone, "Record a greeting").click();
  await phone
    .getByRole("timer")
    .getByText(/0:0[1-9] of 1:00/)
    .waitFor();
  await button(phone, "Send").click();
  await phone.getByText("Walter can hear your greeting.").waitFor();
  await greet(ben, walter);

  await tablet.getByText("A greeting from Maya, 1 of 2").waitFor();
  await button(tablet, /^Listen: Greeting from Maya/).click();
  // Nobody taps for the second one.
  await tablet.getByText("A greeting from Ben, 2 of 2").waitFor();
  await button(tablet, /^Pause: Greeting from Ben/).waitFor();
  await button(tablet, /^Listen: Greeting from Maya/).waitFor();
});

it("Rose says in Me when she was born, without the year if she likes", async () => {
  const { rose, ben } = await familyWithWalter();
  const page = await visitOf(server(), windows, { width: widths.phone }).open("/account", rose);
  await heading(page, /^My picture/).click();
  await enterBirthday(page, 3, 8, "2999");
  await page.getByText("This day is still to come").first().waitFor();
  await enterBirthday(page, 3, 8, "");
  await page.getByText("Your birthday is saved.").waitFor();
  expect(await birthdayOf(ben, rose)).toEqual({ month: 3, day: 8, year: null });
});
