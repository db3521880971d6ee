// The week on paper, for the fridge: one sheet, with everything on a line of its own.
// @module-tag extended
import { extractTextItems } from "unpdf";
import { expect, it } from "vitest";
import type { Window } from "#tests/support/engines/window.ts";
import { useEngineWindows } from "#tests/support/engines/windows.ts";
import { dayIn, plan } from "#tests/support/events.ts";
import { reyesFamily } from "#tests/support/people.ts";
import { visitOf } from "#tests/support/screens/visit.ts";
import { useServer } from "#tests/support/server.ts";
import { heading } from "#tests/support/steps.ts";
import { dist, widths } from "#tests/support/window.ts";

const server = useServer({ dist });
const windows = useEngineWindows();

const today = () => ({
  startDate: `${dayIn(server(), 0)}T13:00`,
  endDate: `${dayIn(server(), 0)}T14:00`,
});

/** How many columns these lines of a sheet are in. */
const countColumns = (lines: readonly { x: number }[]): number =>
  new Set(lines.map(({ x }) => Math.round(x))).size;

/** The words on each sheet, with their places. */
async function sheetsOf(page: Window, format: "Letter" | "A4") {
  const pdf = await page.pdf({ format, preferCSSPageSize: true });
  return (await extractTextItems(new Uint8Array(pdf))).items;
}

it.each([0, 1, 3])("the week prints on one sheet in two columns, with %i events a day", async (count) => {
  const { anna, rose } = await reyesFamily(server());
  for (let number = 1; number <= count; number++)
    await plan(anna, { ...today(), title: `Walk number ${number}`, recurrence: "FREQ=DAILY" });
  const page = await visitOf(server(), windows, { width: widths.tablet }).open("/week", rose);
  await page
    .getByText(count ? "Walk number 1" : "Nothing planned.")
    .last()
    .waitFor();
  for (const format of ["Letter", "A4"] as const) {
    const sheets = await sheetsOf(page, format);
    expect(sheets, format).toHaveLength(1);
    const regular = sheets.flat().filter(({ str }) => str.startsWith(count ? "Mill" : "Nothing planned."));
    expect(regular, format).toHaveLength(7 * Math.max(1, count));
    expect(countColumns(regular), format).toBe(2);
  }
});

it("the printed week has time, title and place of an event as separate lines", {
  // In WebKit's PDF the digits of times are shapes, and in Firefox's all semi-bold letters.
  tags: "chromium",
}, async () => {
  const { anna, ben } = await reyesFamily(server());
  const from = dayIn(server(), 0);
  const times = { startDate: `${from}T11:00`, endDate: `${from}T12:00` };
  await plan(anna, { title: "Water aerobics", location: "YMCA", ...times });
  const page = await visitOf(server(), windows, { width: widths.tablet }).open("/week", ben);
  await heading(page, "Water aerobics").waitFor();
  const lines = (await sheetsOf(page, "Letter")).flat().filter(({ str }) => str.trim() !== "");
  const words = lines.map(({ str }) => str.trim());
  const start = words.findIndex((word) => word.startsWith("11:00 AM"));
  expect(words.slice(start).join("\n")).toMatch(/^11:00 AM(\n| )-(\n| )12:00 PM\nWater aerobics\nYMCA\n/);
  expect(words.join(" ")).not.toMatch(/Manual|Edit/);
  const place = (word: string) => lines[words.findIndex((each) => each.startsWith(word))];
  const tops = ["11:00 AM", "Water aerobics", "YMCA"].map((word) => place(word)?.y ?? 0);
  // A PDF counts from the bottom of the sheet.
  expect(tops).toEqual([...new Set(tops)].sort((one, other) => other - one));
});
