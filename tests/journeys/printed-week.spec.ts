// The week on paper, for the fridge: one sheet, with everything on a line of its own.
import { extractTextItems } from "unpdf";
import { expect, it } from "vitest";
import { engine } from "#tests/support/engines/engine.ts";
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

/** The words on each sheet, with their places. */
async function sheetsOf(page: Window, format: "Letter" | "A4") {
  const pdf = await page.pdf({ format, preferCSSPageSize: true });
  return (await extractTextItems(new Uint8Array(pdf))).items;
}

it.each([0, 1, 3])("the week prints on one sheet with %i events a day", async (count) => {
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
    const starts = count ? "Mill" : "Nothing";
    const lines = sheets.flat().filter(({ str }) => str.startsWith(starts));
    expect(new Set(lines.map(({ x }) => Math.round(x))).size, `columns on ${format}`).toBe(2);
  }
});

// Firefox draws semi-bold letters as shapes, and its PDF doesn't say which letters they are.
const hasWords = engine !== "firefox";

it.runIf(hasWords)("the printed week has time, title and place of an event as separate lines", async () => {
  const { anna, ben } = await reyesFamily(server());
  const from = dayIn(server(), 0);
  const times = { startDate: `${from}T11:00`, endDate: `${from}T12:00` };
  await plan(anna, { title: "Water aerobics", location: "YMCA", ...times });
  const page = await visitOf(server(), windows, { width: widths.tablet }).open("/week", ben);
  await heading(page, "Water aerobics").waitFor();
  const parts = (await sheetsOf(page, "Letter")).flat().filter(({ str }) => str.trim() !== "");
  const words = parts.map(({ str }) => str).join(" ");
  expect(words.replace(/\s+/g, " ")).toContain("11:00 AM - 12:00 PM Water aerobics YMCA ");
  expect(words).not.toMatch(/Manual|Edit/);
  const tops = ["11:00", "Water", "YMCA"].map(
    (start) => parts.find(({ str }) => str.startsWith(start))?.y ?? 0,
  );
  // A PDF counts from the bottom of the sheet.
  expect(tops).toEqual([...new Set(tops)].sort((one, other) => other - one));
});
