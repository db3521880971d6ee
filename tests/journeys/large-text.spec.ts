// The browser's own text at twice its size, alone and with our largest text on top, on the narrowest phone.
// @module-tag extended
import { expect, it } from "vitest";
import { askForHelp } from "#contract/help/requests.ts";
import { engine } from "#tests/support/engines/engine.ts";
import type { Window } from "#tests/support/engines/window.ts";
import { useEngineWindows } from "#tests/support/engines/windows.ts";
import { plan } from "#tests/support/events.ts";
import { brokenWords } from "#tests/support/measures/broken-words.ts";
import { overflows } from "#tests/support/measures/each-screen.ts";
import { reyesFamily } from "#tests/support/people.ts";
import { settled, visitOf } from "#tests/support/screens/visit.ts";
import { useServer } from "#tests/support/server.ts";
import { dist } from "#tests/support/window.ts";

const server = useServer({ dist });
const windows = useEngineWindows();

const choose = (page: Window, text: string) =>
  page.evaluate((size) => document.documentElement.setAttribute("data-text", size), text);

/** Firefox keeps the choice of a select on one line, which ends in "…". The whole choice shows when it is opened. */
const isExcused = (words: string): boolean => engine === "firefox" && words.startsWith("select");

/** What doesn't fit on the page, and words that are cut in two, in both sizes. */
async function whatIsCut(page: Window): Promise<string[]> {
  const found: string[] = [];
  for (const text of ["20", "30"]) {
    await choose(page, text);
    const words = (await brokenWords(page)).map((word) => `broken: ${word}`);
    const cut = (await overflows(page)).filter((words) => !isExcused(words));
    found.push(...[...cut, ...words].map((words) => `${text}: ${words}`));
  }
  return found;
}

it.each([
  { browserText: 16, sizes: [20, 24, 30] },
  { browserText: 24, sizes: [30, 36, 36] },
  { browserText: 32, sizes: [36, 36, 36] },
  { browserText: 48, sizes: [48, 48, 48] },
])("text grows with ours from the browser's $browserText px to $sizes px", async ({ browserText, sizes }) => {
  const page = await settled(await windows.open(server().url, { width: 320, browserText }));
  const found: number[] = [];
  for (const text of ["20", "24", "30"]) {
    await choose(page, text);
    found.push(
      await page.evaluate(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize)),
    );
  }
  expect(found).toEqual(sizes);
});

it("at 320 px and twice the text, nothing is cut, and nothing scrolls sideways", async () => {
  const { anna, rose } = await reyesFamily(server());
  await plan(anna);
  await rose.client.call(askForHelp, { body: { phraseId: 101 } });
  const found: string[] = [];
  for (const [person, paths] of [
    [rose, ["/", "/help", "/help/1", "/week", "/call"]],
    [anna, ["/", "/admin", "/admin/events", "/admin/family"]],
  ] as const) {
    const page = await visitOf(server(), windows, { width: 320, browserText: 32 }).open("/", person);
    for (const path of paths) {
      await page.goto(server().url + path);
      await settled(page);
      found.push(...(await whatIsCut(page)).map((words) => `${path} of ${person.name}, ${words}`));
    }
  }
  expect(found).toEqual([]);
});
