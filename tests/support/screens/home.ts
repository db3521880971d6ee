import type { Page } from "playwright-core";
import { chooseCategories, makeCalendarAddress } from "#contract/calendar-address.ts";
import {
  acknowledgeHelpRequest,
  askForHelp,
  makeUrgent,
  recordReceipt,
  reopenHelpRequest,
  resolveHelpRequest,
} from "#contract/help-requests.ts";
import { deliverDue } from "#server/help-requests/delivery/delivering.ts";
import { invite, join, reyesFamily, type Somebody, signUp } from "../people.ts";
import type { TestServer } from "../server.ts";
import { arriveByGoogle } from "../sign-in/google.ts";
import { askForHelpOnScreen, button, heading } from "../steps.ts";
import { failedFeed } from "./calendars.ts";
import type { Screen, Visit } from "./visit.ts";

type Family = Awaited<ReturnType<typeof reyesFamily>>;

async function home({ open }: Visit, somebody: Somebody): Promise<Page> {
  const page = await open("/", somebody);
  await heading(page, "Today's Events").waitFor();
  return page;
}

const ask = ({ client }: Somebody) =>
  client.call(askForHelp, { body: { text: "My TV isn't working.", categoryId: 1 } });

/** A family whose grandmother has asked, and what her daughter has made of it since. */
async function asking(server: TestServer, ...answers: ((family: Family, id: number) => Promise<unknown>)[]) {
  const family = await reyesFamily(server);
  const { id } = await ask(family.rose);
  for (const answer of answers) await answer(family, id);
  return family;
}

const see = ({ anna }: Family, id: number) =>
  anna.client.call(recordReceipt, { params: { id }, body: { state: "SEEN" } });
const take = ({ anna }: Family, id: number) => anna.client.call(acknowledgeHelpRequest, { params: { id } });
const finish = ({ anna }: Family, id: number) => anna.client.call(resolveHelpRequest, { params: { id } });
const confirm = ({ rose }: Family, id: number) => rose.client.call(resolveHelpRequest, { params: { id } });
const reopen = ({ rose }: Family, id: number) => rose.client.call(reopenHelpRequest, { params: { id } });
const hurry = ({ rose }: Family, id: number) => rose.client.call(makeUrgent, { params: { id } });

/** As at the end of a plan that reached nobody. */
async function giveUp({ database: { kysely }, clock }: TestServer, { rose }: Family, id: number) {
  const receipt = { family_id: rose.familyId, help_request_id: id, state: "UNREACHABLE" as const };
  await kysely.updateTable("help_requests").set({ state: receipt.state }).where("id", "=", id).execute();
  await kysely
    .insertInto("help_request_receipts")
    .values({ ...receipt, at: clock.now() })
    .execute();
}

/** It goes after ten seconds, unless the focus is on it. */
async function holdUndo(page: Page): Promise<Page> {
  await button(page, "Undo").focus();
  return page;
}

/** Something in every part of home. */
async function fillDay({ database, clock }: TestServer, { familyId: family_id }: Somebody): Promise<void> {
  const now = clock.now();
  const day = now.toLocaleDateString("sv-SE", { timeZone: "America/New_York" });
  const tomorrow = new Date(now.getTime() + 86_400_000).toLocaleDateString("sv-SE");
  const event = (title: string, from: string, to: string) => ({
    ...{ family_id, title, location: "Grant Medical Center", is_active: true },
    ...{ starts_on_clock: `${day} ${from}`, ends_on_clock: `${day} ${to}` },
  });
  const events = [event("Breakfast with Anna", "00:01", "00:02"), event("Doctor", "23:57", "23:58")];
  await database.kysely.insertInto("manual_events").values(events).execute();
  const outing = { title: "Concert in the park", location: "Goodale Park", description: "Bring a chair." };
  const outings = [{ family_id, ...outing, starts_on_clock: `${tomorrow} 14:00` }];
  await database.kysely.insertInto("local_events").values(outings).execute();
  const options = ["Mercury", "Venus", "Mars"];
  const puzzle = { question: "Which planet is nearest to the sun?", options, correct_answer: "Mercury" };
  const puzzles = [{ family_id, ...puzzle, is_active: true, created_at: now }];
  await database.kysely.insertInto("puzzles").values(puzzles).execute();
}

const asked = (name: string, words: RegExp, ...answers: Parameters<typeof asking>[1][]): Screen => ({
  name,
  async show(visit) {
    const { rose } = await asking(visit.server, ...answers);
    const page = await home(visit, rose);
    await page.getByText(words).first().waitFor();
    return page;
  },
});

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
  asked("home, sent", /Trying to reach your family/),
  asked("home, seen", /has seen it/, see),
  asked("home, helped", /will help/, see, take),
  asked("home, urgent", /You said it is urgent/, hurry),
  asked("home, is it solved", /Is it solved\?/, take, finish),
  asked("home, solved", /^Done\./, take, finish, confirm),
  asked("home, asked again", /You asked again/, take, finish, reopen),
  {
    name: "home, now asking Ben too",
    async show(visit) {
      const { rose } = await asking(visit.server);
      for (const minutes of [1, 2]) {
        visit.server.clock.advance(minutes * 60_000);
        await deliverDue(visit.server.world);
      }
      const page = await home(visit, rose);
      await heading(page, "No answer yet. Now asking Ben too.").waitFor();
      return page;
    },
  },
  {
    name: "home, nobody reached",
    async show(visit) {
      const { rose } = await asking(visit.server, (family, id) => giveUp(visit.server, family, id));
      const page = await home(visit, rose);
      await heading(page, "We could not reach anyone. Please call.").waitFor();
      return page;
    },
  },
  {
    name: "home, sent a moment ago",
    async show(visit) {
      const page = await home(visit, (await reyesFamily(visit.server)).rose);
      await askForHelpOnScreen(page, "Tech Help", "My TV isn't working.");
      return holdUndo(page);
    },
  },
  {
    name: "home, taken back a moment ago",
    async show(visit) {
      const page = await home(visit, (await asking(visit.server)).rose);
      await button(page, "I'm OK now").click();
      return holdUndo(page);
    },
  },
  {
    name: "home, nobody to hear",
    async show(visit) {
      const page = await home(visit, await signUp(visit.server, { name: "Rose", role: "grandparent" }));
      await page.getByText("Nobody would hear your call for help yet").waitFor();
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
    name: "home of a daughter",
    async show(visit) {
      const { anna } = await asking(visit.server);
      const page = await home(visit, anna);
      await button(page, "I'll help").waitFor();
      return page;
    },
  },
  {
    name: "home of a daughter, urgent and asked again",
    async show(visit) {
      const { anna } = await asking(visit.server, hurry, take, finish, reopen);
      const page = await home(visit, anna);
      await heading(page, "Urgent: Rose still needs help").waitFor();
      return page;
    },
  },
  {
    name: "home of a daughter who helps",
    async show(visit) {
      const { anna } = await asking(visit.server, take);
      const page = await home(visit, anna);
      await button(page, "Done").waitFor();
      return page;
    },
  },
  {
    name: "home without a family",
    async show({ server, open }) {
      const inviteCode = await invite(await signUp(server), "child", "Ben");
      const page = await open("/", await signUp(server, { name: "Ben", role: "child", inviteCode }));
      await heading(page, "You are in no family yet").waitFor();
      return page;
    },
  },
  {
    name: "somebody else's family",
    async show({ server, open }) {
      const { familyId } = await signUp(server);
      const page = await open(`/family/${familyId}`, await signUp(server));
      await heading(page, "This is not your family's page").waitFor();
      return page;
    },
  },
];

export const accountScreens: readonly Screen[] = [
  { name: "Me, signed out", show: ({ open }) => open("/account") },
  {
    name: "Me",
    async show({ server, open }) {
      const page = await open("/account", await join(server, await signUp(server), "grandparent", "Rose"));
      await heading(page, "Where I am signed in").waitFor();
      await button(page, "Save my reminders").waitFor();
      return page;
    },
  },
  {
    name: "Me, with a calendar address and nothing chosen to be in it",
    async show({ server, open }) {
      const anna = await signUp(server);
      await anna.client.call(makeCalendarAddress);
      await anna.client.call(chooseCategories, { body: { categories: ["family"] } });
      const page = await open("/account", anna);
      await page.getByLabel("Family events").click();
      await page.getByText("Please keep at least one.").waitFor();
      return page;
    },
  },
  {
    name: "Me, by Google",
    async show({ server, open }) {
      const page = await open("/account", await arriveByGoogle(server, { account: "sandbox-anna" }));
      await page.getByText("You have no phone number here yet.").waitFor();
      return page;
    },
  },
];
