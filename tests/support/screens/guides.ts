// Guides, for the person who reads them and for those who write them.
import type { Page } from "playwright-core";
import { addGuide, type NewGuide } from "#contract/help/guides.ts";
import { addReply } from "#contract/help/replies.ts";
import { askForHelp } from "#contract/help/requests.ts";
import { type Person, reyesFamily } from "../people.ts";
import { sendGuidePicture, sendThing } from "../photos.ts";
import type { TestServer } from "../server.ts";
import { button, heading, openMore } from "../steps.ts";
import { home } from "./home.ts";
import { openDetails, type Screen, type Visit } from "./visit.ts";

/** A guide of two steps for Rose's TV, the first with a marked picture. */
export async function tvGuide({ client }: Person): Promise<number> {
  const pictureId = await sendGuidePicture(client);
  const marks: NewGuide["steps"][number]["marks"] = [
    { kind: "circle", x: 0.3, y: 0.3, radius: 0.1 },
    { kind: "arrow", x: 0.6, y: 0.6, tailX: 0.8, tailY: 0.8 },
  ];
  const steps = [
    { sentence: "Press the button that is marked here.", pictureId, marks },
    { sentence: "Wait one minute.", drawing: "clock" as const },
  ];
  const body = { title: "Get the TV picture back", phraseId: 101, steps };
  return (await client.call(addGuide, { body })).id;
}

async function family(server: TestServer) {
  const people = await reyesFamily(server);
  return { ...people, guideId: await tvGuide(people.anna) };
}

async function readTo({ server, open }: Visit, presses: number): Promise<Page> {
  const { rose, guideId } = await family(server);
  const page = await open(`/guides/${guideId}`, rose);
  for (let count = 0; count < presses; count += 1) await button(page, "Next").click();
  return page;
}

export const guideScreens: readonly Screen[] = [
  {
    name: "guides, as Rose sees them",
    async show({ server, open }) {
      const page = await open("/guides", (await family(server)).rose);
      await page.getByText("Written by Anna").waitFor();
      return page;
    },
  },
  {
    name: "guides, as Anna sees them",
    async show({ server, open }) {
      const page = await open("/guides", (await family(server)).anna);
      await page.getByText("Write a guide").waitFor();
      return page;
    },
  },
  {
    name: "guides, a step with a marked picture",
    async show(visit) {
      const page = await readTo(visit, 0);
      await page.getByRole("img", { name: /^Step 1, with a circle/ }).waitFor();
      return page;
    },
  },
  {
    name: "guides, a step with a drawing",
    async show(visit) {
      const page = await readTo(visit, 1);
      await page.getByRole("img", { name: "A clock" }).waitFor();
      return page;
    },
  },
  {
    name: "guides, after the last step",
    async show(visit) {
      const page = await readTo(visit, 2);
      await button(page, "It works").waitFor();
      return page;
    },
  },
  {
    name: "guides, whether to close the request",
    async show({ server, open }) {
      const { rose, guideId } = await family(server);
      await rose.client.call(askForHelp, { body: { phraseId: 101 } });
      const page = await open(`/guides/${guideId}`, rose);
      await button(page, "Next").click();
      await button(page, "Next").click();
      await button(page, "It works").click();
      await heading(page, /still thinks/).waitFor();
      return page;
    },
  },
  {
    name: "guides, one that is being written, with what is missing",
    async show({ server, open }) {
      const { anna, guideId } = await family(server);
      await sendThing(anna.client);
      const page = await open(`/guides/${guideId}/edit`, anna);
      await page.getByLabel("Title").fill("");
      await button(page, "Save").click();
      await page.getByText("Please give it a title").first().waitFor();
      return page;
    },
  },
  {
    name: "guides, one to print",
    async show({ server, open }) {
      const { anna, guideId } = await family(server);
      const page = await open(`/guides/${guideId}/print`, anna);
      await page.getByRole("img", { name: "QR code of this guide" }).waitFor();
      return page;
    },
  },
  {
    name: "guides, signed out",
    async show({ open }) {
      const page = await open("/guides/tv-picture");
      await page.getByText("Guides are for family members.").waitFor();
      return page;
    },
  },
  {
    name: "home, a guide was sent",
    async show(visit) {
      const { anna, rose, guideId } = await family(visit.server);
      const { id } = await rose.client.call(askForHelp, { body: { phraseId: 101 } });
      const reply = { params: { id }, headers: { "idempotency-key": "a" }, body: { guideId } };
      await anna.client.call(addReply, reply);
      const page = await home(visit, rose);
      await openMore(page);
      await page.getByText("Anna wrote how").waitFor();
      return page;
    },
  },
  {
    name: "home, guides to send",
    async show(visit) {
      const { anna, rose } = await family(visit.server);
      await rose.client.call(askForHelp, { body: { phraseId: 101 } });
      const page = await home(visit, anna);
      await page.getByText("Send a guide").waitFor();
      await openDetails(page);
      return page;
    },
  },
];
