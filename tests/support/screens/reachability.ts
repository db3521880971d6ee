import type { Page } from "playwright-core";
import { changeEmail } from "#contract/accounts/accounts.ts";
import { sendTest } from "#contract/reachability.ts";
import { addEmail, subscribeToPush } from "../channels.ts";
import { reyesFamily, signUp } from "../people.ts";
import { refuse, testPathIn, textTo } from "../reachability.ts";
import { button, heading } from "../steps.ts";
import type { Screen, Visit } from "./visit.ts";

/** A family whose helpers can't be reached by text. */
async function unreached({ server }: Visit) {
  const family = await reyesFamily(server);
  for (const person of [family.anna, family.ben]) await refuse(server, person, "sms");
  return family;
}

const shows = async (page: Page, words: string): Promise<Page> => {
  await page.getByText(words).first().waitFor();
  return page;
};

export const reachabilityScreens: readonly Screen[] = [
  {
    name: "home of a daughter, nobody can be reached",
    async show(visit) {
      const { anna } = await unreached(visit);
      return shows(await visit.open("/", anna), "Our messages aren't reaching anyone in your family");
    },
  },
  {
    name: "home of a senior, nobody can be reached",
    async show(visit) {
      const { rose } = await unreached(visit);
      return shows(await visit.open("/", rose), "Our messages aren't reaching your family right now");
    },
  },
  {
    name: "a test message's page",
    async show({ server, open }) {
      const anna = await signUp(server);
      await anna.client.call(sendTest, { params: { id: anna.id } });
      const page = await open(testPathIn(textTo(server, anna)));
      await heading(page, "Does this reach you?").waitFor();
      return page;
    },
  },
  {
    name: "the link that confirms an e-mail address",
    async show({ server, open }) {
      const anna = await signUp(server);
      await anna.client.call(changeEmail, { body: { email: "anna.maria.reyes@example.com" } });
      const path = server.mailbox.at(-1)?.text.match(/\/account\/email\?to=[\w-]+/)?.[0] ?? "";
      const page = await open(path, anna);
      await button(page, "This is my address").waitFor();
      return page;
    },
  },
];

export const reachabilityInPanel: readonly Screen[] = [
  {
    name: "admin, family, how each member can be reached",
    async show(visit) {
      const { anna, ben } = await unreached(visit);
      await addEmail(visit.server, ben);
      await refuse(visit.server, ben, "email", "full");
      await subscribeToPush(anna);
      return shows(await visit.open("/admin/family", anna), "E-mail: refused, the mailbox is full");
    },
  },
];
