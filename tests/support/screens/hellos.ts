// Hellos on home and on their own page.
import { minuteMs } from "#contract/durations.ts";
import { loveHello } from "#contract/hellos.ts";
import { changeLetterMessages } from "#contract/letters.ts";
import { stopToken } from "#server/features/letters/stopping.ts";
import { addEmail } from "../channels.ts";
import { saidHello, shownHello } from "../hellos.ts";
import { type Person, reyesFamily, staySignedIn } from "../people.ts";
import { answerQuestion, goToSunday } from "../questions.ts";
import { button, heading } from "../steps.ts";
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
  {
    name: "the page that stops the Sunday letter",
    async show({ server, open }) {
      const { anna } = await reyesFamily(server);
      await addEmail(server, anna);
      await anna.client.call(changeLetterMessages, { body: { areOn: true } });
      const page = await open(`/letter/stop?to=${stopToken(server.world, { ...anna, personId: anna.id })}`);
      await button(page, "Stop the letter").waitFor();
      return page;
    },
  },
  {
    name: "home with the question of the week, answered in words",
    async show(visit) {
      const { rose } = await reyesFamily(visit.server);
      goToSunday(visit.server);
      await staySignedIn(visit.server);
      const page = await home(visit, rose);
      await button(page, "Answer in words").click();
      await button(page, "Send").click();
      await page.getByText("Please write your answer.").waitFor();
      return page;
    },
  },
  {
    name: "the picture frame",
    async show(visit) {
      const { rose, ben } = await reyesFamily(visit.server);
      await shownHello(ben.client);
      const page = await home(visit, rose);
      await page.evaluate(() => localStorage.setItem("porchlight-picture-frame", "on"));
      await page.clock.install({ time: visit.server.clock.now() });
      await page.reload();
      await page.getByRole("img", { name: /^From Ben/ }).waitFor();
      await page.clock.fastForward(5 * minuteMs);
      await page.getByRole("dialog").getByText("From Ben").waitFor();
      return page;
    },
  },
];
