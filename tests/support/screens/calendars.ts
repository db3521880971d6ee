import { dayMs } from "#contract/durations.ts";
import { addLocalEvent } from "#contract/local-events.ts";
import { type Person, signUp } from "../people.ts";
import type { TestServer } from "../server.ts";
import { button, heading } from "../steps.ts";
import type { Screen } from "./visit.ts";

/** Adds a calendar that could be read yesterday but not today. */
export async function failedFeed(
  { database, clock, world }: TestServer,
  { familyId: family_id }: Person,
  purpose: "calendar" | "local-events",
): Promise<void> {
  const now = clock.now();
  const yesterday = new Date(now.getTime() - dayMs);
  const times = { parsed_at: yesterday, fetched_at: yesterday, failed_at: now, due_at: now };
  const failure = "This calendar needs a sign-in. Please use its public or secret address.";
  const sealed_url = world.secrets.seal("https://library.example.com/a-rather-long-path/events/public.ics");
  const feed = { family_id, purpose, sealed_url, name: "Town Library", digest: Buffer.alloc(0) };
  await database.kysely
    .insertInto("subscribed_calendars")
    .values({ ...feed, ...times, failure, failures: 1 })
    .execute();
}

async function enterEvents({ clock }: TestServer, { client }: Person): Promise<void> {
  const at = (days: number) => new Date(clock.now().getTime() + days * dayMs).toISOString().slice(0, 16);
  const concert = { title: "Concert in the park", location: "Goodale Park", description: "Bring a chair." };
  await client.call(addLocalEvent, { body: { ...concert, date: at(3) } });
  await client.call(addLocalEvent, { body: { ...concert, title: "Craft market", date: at(-3) } });
}

export const calendarScreens: readonly Screen[] = [
  {
    name: "admin, a calendar that cannot be read",
    async show({ server, open }) {
      const anna = await signUp(server);
      await failedFeed(server, anna, "calendar");
      const page = await open("/admin", anna);
      await page.getByText("We can't read it right now.").waitFor();
      return page;
    },
  },
  {
    name: "admin, an address that was refused",
    async show({ server, open }) {
      const page = await open("/admin", await signUp(server));
      await page.getByLabel("Calendar URL (optional)").fill("http://10.0.0.1/feed.ics");
      await button(page, "Save settings").click();
      await page.getByText("We can't read this address.").first().waitFor();
      await button(page, "Close").click();
      return page;
    },
  },
  {
    name: "admin, nothing to do yet",
    async show({ server, open }) {
      const page = await open("/admin/things-to-do", await signUp(server));
      await page.getByText("Nothing here yet.").waitFor();
      return page;
    },
  },
  {
    name: "admin, things to do, one of them being changed",
    async show({ server, open }) {
      const anna = await signUp(server);
      await enterEvents(server, anna);
      await failedFeed(server, anna, "local-events");
      const page = await open("/admin/things-to-do", anna);
      await heading(page, "Town Library").waitFor();
      await page.getByText("Earlier (1)").click();
      await button(page, "Edit Concert in the park").click();
      await page.getByLabel("Title").waitFor();
      return page;
    },
  },
];
