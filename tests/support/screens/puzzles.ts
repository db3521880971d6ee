import type { Page } from "playwright-core";
import { changeFamily } from "#contract/families.ts";
import { createPuzzle } from "#contract/puzzles.ts";
import { join, reyesFamily, signUp } from "../people.ts";
import { allow, shown, solve } from "../puzzles.ts";
import { button, heading } from "../steps.ts";
import type { Screen, Visit } from "./visit.ts";

const river = {
  question: "Which river carved the Grand Canyon?",
  options: ["The Snake River", "The Colorado River", "The Rio Grande", "The Missouri River"],
  correctAnswer: "The Colorado River",
};
const geese = {
  question: "What do you call a group of geese on the ground?",
  options: ["A pack", "A gaggle"],
  correctAnswer: "A gaggle",
};

/** The tab of a family with today's puzzle, one that is waiting, and one that is switched off. */
async function panel({ server, open }: Visit): Promise<Page> {
  const anna = await signUp(server);
  for (const body of [river, geese, { ...river, question: "Another time?", isActive: false }])
    await anna.client.call(createPuzzle, { body });
  const page = await open("/admin/puzzles", anna);
  await heading(page, "Another time?").waitFor();
  return page;
}

export const puzzleScreens: readonly Screen[] = [
  {
    name: "home, a puzzle solved by two grandparents, many days in a row",
    async show({ server, open }) {
      const { anna, rose } = await reyesFamily(server);
      const walter = await join(server, anna, "grandparent", "Walter");
      await allow(walter, true);
      await solve(walter);
      await solve(rose);
      await server.database.kysely.updateTable("puzzle_answers").set({ days_in_row: 128 }).execute();
      const page = await open("/", rose);
      await page.getByText("128 days in a row").waitFor();
      return page;
    },
  },
  {
    name: "home, a puzzle answer that was not counted",
    async show({ server, open }) {
      const { rose } = await reyesFamily(server);
      const page = await open("/", rose);
      await page.route("**/answers", (route) => route.abort());
      // The app's date may differ from the family's until it knows the time zone.
      await page.waitForFunction(() => "porchlight-session-family" in localStorage);
      await button(page, (await shown(rose)).correctAnswer).click();
      await page.getByText("This was not counted").waitFor();
      await button(page, "Close").click();
      return page;
    },
  },
  {
    name: "home without a puzzle",
    async show({ server, open }) {
      const { anna, rose } = await reyesFamily(server);
      await anna.client.call(changeFamily, { body: { puzzleLibrary: false } });
      const page = await open("/", rose);
      await page.getByText("No puzzle available today").waitFor();
      return page;
    },
  },
  { name: "admin, the family's own puzzles", show: panel },
  {
    name: "admin, a new puzzle with everything wrong",
    async show(visit) {
      const page = await panel(visit);
      for (const option of ["A pack of wild geese that is very long", "a gaggle", "A gaggle"]) {
        await page.getByLabel("Another option").fill(option);
        await button(page, "Add").click();
      }
      await page.getByText("This option is already there").waitFor();
      await button(page, "Create puzzle").click();
      await page.getByText("Three things need your attention").waitFor();
      return page;
    },
  },
];
