// Lights on home, and a grandparent's page about their own.
import { pauseOwnLight, turnOnOwnLight } from "#contract/lights.ts";
import { chooseLight, moveToMorning, waveTo } from "../lights.ts";
import { reyesFamily } from "../people.ts";
import { button, heading } from "../steps.ts";
import { home } from "./home.ts";
import type { Screen, Visit } from "./visit.ts";

/** It is morning, and Rose has a light that is still dark. */
async function morning({ server }: Visit) {
  const family = await reyesFamily(server);
  await moveToMorning(server, family.rose);
  await chooseLight(family);
  return family;
}

async function lit(visit: Visit) {
  const family = await morning(visit);
  const body = { at: visit.server.clock.now().toISOString() };
  await family.rose.client.call(turnOnOwnLight, { body });
  return family;
}

export const lightScreens: readonly Screen[] = [
  {
    name: "home with a light to turn on",
    async show(visit) {
      const page = await home(visit, (await morning(visit)).rose);
      await button(page, "Turn on my light").waitFor();
      return page;
    },
  },
  {
    name: "home with a light that is on, and waves",
    async show(visit) {
      const { rose, anna, ben } = await lit(visit);
      for (const helper of [anna, ben]) await waveTo(visit.server, helper, rose);
      const page = await home(visit, rose);
      await page.getByText("Anna and Ben waved").waitFor();
      return page;
    },
  },
  {
    name: "home of a helper who can wave",
    async show(visit) {
      const page = await home(visit, (await lit(visit)).ben);
      await button(page, "Wave to Rose").waitFor();
      return page;
    },
  },
  {
    name: "my light, before it is used",
    async show(visit) {
      const { rose } = await reyesFamily(visit.server);
      const page = await visit.open("/account/light", rose);
      await button(page, "Use my light").waitFor();
      return page;
    },
  },
  {
    name: "my light, paused, with nobody who is told",
    async show(visit) {
      const { rose, ben } = await morning(visit);
      await rose.client.call(pauseOwnLight, { body: { awayUntil: "2999-01-01" } });
      const { kysely } = visit.server.database;
      await kysely.deleteFrom("light_contacts").where("contact_id", "=", ben.id).execute();
      const page = await visit.open("/account/light", rose);
      await heading(page, "When I'm away").waitFor();
      await page.getByText("Nobody is told when your light stays dark").waitFor();
      return page;
    },
  },
];
