// Hellos on home and on their own page.
import { loveHello } from "#contract/hellos.ts";
import { saidHello, shownHello } from "../hellos.ts";
import { type Person, reyesFamily } from "../people.ts";
import { answerQuestion } from "../questions.ts";
import { heading } from "../steps.ts";
import { home } from "./home.ts";
import type { Screen, Visit } from "./visit.ts";

/** Ben gave a picture, which Rose has loved, and his voice. */
async function givenTo({ server }: Visit): Promise<{ rose: Person; ben: Person }> {
  const { rose, ben } = await reyesFamily(server);
  const { id } = await shownHello(ben.client);
  await rose.client.call(loveHello, { params: { id }, body: { isLoved: true } });
  await saidHello(ben.client);
  return { rose, ben };
}

export const helloScreens: readonly Screen[] = [
  {
    name: "home with a picture to look at",
    async show(visit) {
      const { rose, ben } = await reyesFamily(visit.server);
      await shownHello(ben.client);
      const page = await home(visit, rose);
      await page.getByRole("img", { name: /^From Ben/ }).waitFor();
      return page;
    },
  },
  {
    name: "home with a voice to hear",
    show: async (visit) => home(visit, (await givenTo(visit)).rose),
  },
  {
    name: "home of a helper whose picture was loved",
    show: async (visit) => home(visit, (await givenTo(visit)).ben),
  },
  {
    name: "hellos, with a heart",
    async show(visit) {
      const page = await visit.open("/hellos", (await givenTo(visit)).ben);
      await heading(page, "Hellos").waitFor();
      await page.getByText("Rose loved it").waitFor();
      return page;
    },
  },
  {
    name: "the Sunday letter",
    async show(visit) {
      const { rose, ben } = await givenTo(visit);
      await answerQuestion(rose, visit.server);
      const page = await visit.open("/letter", ben);
      await page.getByText("Chicken, and a cake with real cream.").waitFor();
      return page;
    },
  },
];
