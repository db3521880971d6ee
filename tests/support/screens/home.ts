import type { Page } from "playwright-core";
import { dayIn } from "../events.ts";
import { invite, type Person, reyesFamily, signUp } from "../people.ts";
import type { TestServer } from "../server.ts";
import { button, heading } from "../steps.ts";
import { failedFeed } from "./calendars.ts";
import type { Screen, Visit } from "./visit.ts";

export async function home({ open }: Visit, person: Person): Promise<Page> {
  const page = await open("/", person);
  await heading(page, "Today's Events").waitFor();
  return page;
}

/** Adds something to every part of home. */
async function fillDay(server: TestServer, { familyId: family_id }: Person): Promise<void> {
  const { kysely } = server.database;
  const event = (title: string, from: string, to: string) => ({
    family_id,
    title,
    location: "Grant Medical Center",
    is_active: true,
    starts_on_clock: `${dayIn(server, 0)} ${from}`,
    ends_on_clock: `${dayIn(server, 0)} ${to}`,
  });
  const events = [event("Breakfast with Anna", "00:01", "00:02"), event("Doctor", "23:57", "23:58")];
  await kysely.insertInto("manual_events").values(events).execute();
  const localEvent = {
    title: "Concert in the park",
    location: "Goodale Park",
    description: "Bring a chair.",
  };
  const localEvents = [{ family_id, ...localEvent, starts_on_clock: `${dayIn(server, 1)} 14:00` }];
  await kysely.insertInto("local_events").values(localEvents).execute();
  const options = ["Mercury", "Venus", "Mars"];
  const puzzle = { question: "Which planet is nearest to the sun?", options, correct_answer: "Mercury" };
  const puzzles = [{ family_id, ...puzzle, is_active: true, created_at: server.clock.now() }];
  await kysely.insertInto("puzzles").values(puzzles).execute();
}

export const homeScreens: readonly Screen[] = [
  {
    name: "home of a senior",
    show: async (visit) => home(visit, (await reyesFamily(visit.server)).rose),
  },
  {
    name: "home on a full day, puzzle answered",
    async show(visit) {
      const { rose } = await reyesFamily(visit.server);
      await fillDay(visit.server, rose);
      const page = await home(visit, rose);
      await button(page, "Venus").click();
      await button(page, "Try Again").waitFor();
      await button(page, "Close").click();
      return page;
    },
  },
  {
    name: "home, with nobody to ask",
    async show(visit) {
      const page = await home(visit, await signUp(visit.server, { name: "Rose", role: "grandparent" }));
      await page.getByText("Nobody would get your call for help yet").waitFor();
      return page;
    },
  },
  {
    name: "home, a calendar older than a day",
    async show(visit) {
      const { anna, rose } = await reyesFamily(visit.server);
      await failedFeed(visit.server, anna, "local-events");
      const page = await home(visit, rose);
      await page.getByText(/^“Town Library” was last updated 2[34] hours ago/).waitFor();
      return page;
    },
  },
  {
    name: "home without a family",
    async show({ server, open }) {
      const inviteCode = await invite(await signUp(server), "child", "Ben");
      const page = await open("/", await signUp(server, { name: "Ben", role: "child", inviteCode }));
      await heading(page, "You haven't joined a family yet").waitFor();
      return page;
    },
  },
  {
    name: "another family's page",
    async show({ server, open }) {
      const { familyId } = await signUp(server);
      const page = await open(`/family/${familyId}`, await signUp(server));
      await heading(page, "This is not your family's page").waitFor();
      return page;
    },
  },
];
