// The browser's own text at twice its size, alone and with our largest text on top, on the narrowest phone.
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { askForHelp } from "#contract/help/requests.ts";
import { plan } from "#tests/support/events.ts";
import { brokenWords } from "#tests/support/measures/broken-words.ts";
import { overflows } from "#tests/support/measures/each-screen.ts";
import { type Person, reyesFamily } from "#tests/support/people.ts";
import { settled, visitOf } from "#tests/support/screens/visit.ts";
import { useServer } from "#tests/support/server.ts";
import { dist, useWindows } from "#tests/support/window.ts";

const server = useServer({ dist });
const windows = useWindows();

/** What people set in their browser. The size that it starts with is 16. */
async function setBrowserText(page: Page, standard: number): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Page.setFontSizes", { fontSizes: { standard } });
}

const rootSize = (page: Page): Promise<number> =>
  page.evaluate(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize));

const choose = (page: Page, text: string) =>
  page.evaluate((size) => document.documentElement.setAttribute("data-text", size), text);

/** What doesn't fit on the page, and words that are cut in two, in both sizes. */
async function whatIsCut(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const text of ["20", "30"]) {
    await choose(page, text);
    const words = (await brokenWords(page)).map((word) => `broken: ${word}`);
    found.push(...[...(await overflows(page)), ...words].map((words) => `${text}: ${words}`));
  }
  return found;
}

it("text grows with the browser's setting and with ours, but not without end", async () => {
  const { rose } = await reyesFamily(server());
  const page = await settled(await visitOf(server(), windows, { width: 320 }).open("/", rose));
  const sizes = async (standard: number) => {
    await setBrowserText(page, standard);
    const found: number[] = [];
    for (const text of ["20", "24", "30"]) {
      await choose(page, text);
      found.push(await rootSize(page));
    }
    return found;
  };
  expect(await sizes(16)).toEqual([20, 24, 30]);
  expect(await sizes(24)).toEqual([30, 36, 36]);
  expect(await sizes(32)).toEqual([36, 36, 36]);
  expect(await sizes(48)).toEqual([48, 48, 48]);
});

it("at 320 px and twice the text, nothing is cut, and nothing scrolls sideways", async () => {
  const { anna, rose } = await reyesFamily(server());
  await plan(anna);
  await rose.client.call(askForHelp, { body: { phraseId: 101 } });
  const measured: [path: string, person: Person][] = [
    ...["/", "/help", "/help/1", "/week", "/call"].map((path): [string, Person] => [path, rose]),
    ...["/", "/admin", "/admin/events", "/admin/family"].map((path): [string, Person] => [path, anna]),
  ];
  const found: string[] = [];
  for (const [path, person] of measured) {
    const page = await visitOf(server(), windows, { width: 320 }).open(path, person);
    await setBrowserText(page, 32);
    await settled(page);
    found.push(...(await whatIsCut(page)).map((words) => `${path} of ${person.name}, ${words}`));
  }
  expect(found).toEqual([]);
});
