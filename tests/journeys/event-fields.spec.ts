// Whatever somebody enters for an event has its place in the form, and shows wherever families see their events.
// @module-tag extended
import { beforeAll, describe, expect, test } from "vitest";
import type { EventField } from "#contract/calendar/calendar.ts";
import type { Window } from "#tests/support/engines/window.ts";
import { useEngineWindows } from "#tests/support/engines/windows.ts";
import { dayIn, hiddenFields, plan, twoEvents } from "#tests/support/events.ts";
import { type Person, reyesFamily } from "#tests/support/people.ts";
import { settled, visitOf } from "#tests/support/screens/visit.ts";
import { useServer } from "#tests/support/server.ts";
import { button } from "#tests/support/steps.ts";
import { dist, useWindows } from "#tests/support/window.ts";
import { type TypedEvent, typedEventOf } from "#web/features/calendar/manual-events/form/typed-event.ts";

const server = useServer({ dist });
const windows = useEngineWindows();
const chromium = useWindows();
const open = (path: string, person: Person) => visitOf(server(), windows).open(path, person);

let family: Awaited<ReturnType<typeof reyesFamily>>;
beforeAll(async () => {
  family = await reyesFamily(server());
});

/** Fields that do not show there, with the reason. */
type Excused = Partial<Record<EventField, string>>;
const namesOf = (excused: Excused) => Object.keys(excused).toSorted();

describe("a change of every field of an event shows", () => {
  /** Reads the page anew after each change. */
  async function hiddenOn(page: Window, read: (id: number) => Promise<unknown>) {
    const events = twoEvents(dayIn(server(), 0), [family.ben, family.rose]);
    const hidden = await hiddenFields(family.anna, events, async (id) => {
      await page.reload();
      await settled(page);
      return await read(id);
    });
    return hidden.toSorted();
  }

  const inDays = { category: "a day has no room for it, and everybody knows whose events they are" };

  test("on home", async () => {
    const excused: Excused = { ...inDays, recurrence: "home is about today" };
    const page = await open("/", family.rose);
    const words = () => page.getByRole("region", { name: "Today's Events" }).innerText();
    expect(await hiddenOn(page, words)).toEqual(namesOf(excused));
  });

  test("in the week, also when it is printed", { tags: "chromium" }, async () => {
    const excused: Excused = inDays;
    const page = await visitOf(server(), chromium).open("/week", family.rose);
    const words = () => page.getByRole("main").innerText();
    expect(await hiddenOn(page, words)).toEqual(namesOf(excused));
    await page.emulateMedia({ media: "print" });
    expect(await hiddenOn(page, words)).toEqual(namesOf(excused));
  });

  test("in its row in the panel", async () => {
    const page = await open("/admin/events", family.anna);
    const row = (id: number) =>
      page.locator(`#event-${id}`).evaluate((item: HTMLElement) => ({
        words: item.innerText,
        switches: [...item.querySelectorAll("input")].map(({ checked }) => checked),
      }));
    expect(await hiddenOn(page, row)).toEqual([]);
  });
});

test("every value of the form has its field", async () => {
  const excused: Partial<Record<keyof TypedEvent, string>> = {
    rule: "a rule that the form cannot make, which it shows in words",
  };
  const { id } = await plan(family.anna, { recurrence: "FREQ=WEEKLY" });
  const page = await open(`/admin/events?edit=${id}`, family.anna);
  await button(page, "Save event").waitFor();
  const named = await page
    .locator("form [name]")
    .evaluateAll((fields) => fields.map((field) => field.getAttribute("name") ?? ""));
  const values = Object.keys(typedEventOf(undefined, undefined));
  expect(values.filter((name) => !named.includes(name))).toEqual(Object.keys(excused));
});
