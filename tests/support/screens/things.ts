// Things around the house: in their list, on their own pages, as stickers, and beside a request.
import type { Page } from "playwright-core";
import { askForHelp } from "#contract/help/requests.ts";
import { addThing } from "#contract/help/things.ts";
import { reyesFamily } from "../people.ts";
import { sendThing } from "../photos.ts";
import type { TestServer } from "../server.ts";
import { button, heading, link } from "../steps.ts";
import { openDetails, type Screen, type Visit } from "./visit.ts";

/** A family with two things: one with a picture and two guides, and one with a long word. */
async function equipped(server: TestServer) {
  const family = await reyesFamily(server);
  const { anna } = family;
  const { id } = await sendThing(anna.client);
  const { kysely } = server.database;
  const guide = { family_id: anna.familyId, thing_id: id, written_at: server.clock.now() };
  for (const title of ["Get the picture back", "Turn on the words at the bottom of the screen"])
    await kysely
      .insertInto("guides")
      .values({ ...guide, title })
      .execute();
  const notes = `The lamp is green.\nModel ${"GX-4000-".repeat(6)}`;
  await anna.client.call(addThing, { body: { name: "Router", room: "Hallway", notes } });
  return { ...family, id };
}

async function list({ server, open }: Visit): Promise<Page> {
  const page = await open("/things", (await equipped(server)).anna);
  await heading(page, "Router").waitFor();
  return page;
}

export const thingScreens: readonly Screen[] = [
  { name: "things around the house", show: list },
  {
    name: "things around the house, a note with a password",
    async show(visit) {
      const page = await list(visit);
      await button(page, "Edit Router").click();
      await page.getByLabel("Notes").fill("Password: sunshine");
      await button(page, "Save").click();
      await page
        .getByText(/Please leave the password/)
        .first()
        .waitFor();
      return page;
    },
  },
  {
    name: "a thing around the house",
    async show({ server, open }) {
      const { rose, id } = await equipped(server);
      const page = await open(`/things/${id}`, rose);
      await link(page, "Ask for help with this").waitFor();
      return page;
    },
  },
  {
    name: "a thing around the house, signed out",
    async show({ open }) {
      const page = await open("/things/1");
      await link(page, "Sign in with a code").waitFor();
      return page;
    },
  },
  {
    name: "a thing around the house that was removed",
    async show({ server, open }) {
      const page = await open("/things/999999", (await reyesFamily(server)).rose);
      await heading(page, "We don't know this sticker").waitFor();
      return page;
    },
  },
  {
    name: "phrases, about a thing around the house",
    async show({ server, open }) {
      const { rose, id } = await equipped(server);
      const page = await open(`/help/8?thing=${id}`, rose);
      await button(page, "I need help with this: Rose's TV.").waitFor();
      return page;
    },
  },
  {
    name: "things around the house, for Rose",
    async show({ server, open }) {
      const page = await open("/things", (await equipped(server)).rose);
      await link(page, "Router").waitFor();
      return page;
    },
  },
  {
    name: "stickers for the things around the house",
    async show({ server, open }) {
      const page = await open("/things/stickers", (await equipped(server)).anna);
      await page.getByRole("img", { name: "A square that opens Router" }).waitFor();
      return page;
    },
  },
  {
    name: "home, a thing around the house beside a request",
    async show({ server, open }) {
      const { anna, rose } = await equipped(server);
      await rose.client.call(askForHelp, { body: { phraseId: 101 } });
      const page = await open("/", anna);
      await page.getByText("Things around the house: Rose's TV, Router").waitFor();
      await openDetails(page);
      await button(page, "Rose's TV").click();
      await page.getByRole("dialog").getByRole("img", { name: "Rose's TV" }).waitFor();
      return page;
    },
  },
];
