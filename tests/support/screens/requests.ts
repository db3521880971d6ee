// Home during a help request, for the person who asks and for the helpers.
import type { Page } from "playwright-core";
import { minuteMs } from "#contract/durations.ts";
import { promiseHelp } from "#contract/help/promises.ts";
import { addReply } from "#contract/help/replies.ts";
import type { Verdict } from "#contract/help/request-state.ts";
import {
  acknowledgeHelpRequest,
  askForHelp,
  handOnHelpRequest,
  makeUrgent,
  recordReceipt,
  reopenHelpRequest,
  resolveHelpRequest,
} from "#contract/help/requests.ts";
import { giveVerdict } from "#contract/help/scams.ts";
import { deliverDue } from "../due-work.ts";
import { type Person, reyesFamily } from "../people.ts";
import { sendPicture } from "../photos.ts";
import { sendVoiceMessage } from "../recordings.ts";
import type { TestServer } from "../server.ts";
import { askForHelpOnScreen, button, heading, openMore } from "../steps.ts";
import { home } from "./home.ts";
import { openDetails, type Screen, type Visit } from "./visit.ts";

type Family = Awaited<ReturnType<typeof reyesFamily>>;

/** A word that is too long for a line on a phone. */
const longWord = "https://www.example.com/activate-this-television-now";

const ask = ({ client }: Person) =>
  client.call(askForHelp, { body: { text: `My TV says ${longWord}.`, categoryId: 1 } });

/** A family whose grandmother has asked for help, followed by the given changes. */
async function asking(server: TestServer, ...answers: ((family: Family, id: number) => Promise<unknown>)[]) {
  const family = await reyesFamily(server);
  const { id } = await ask(family.rose);
  for (const answer of answers) await answer(family, id);
  return { ...family, id };
}

const see = ({ anna }: Family, id: number) =>
  anna.client.call(recordReceipt, { params: { id }, body: { state: "SEEN" } });
const take = ({ anna }: Family, id: number) => anna.client.call(acknowledgeHelpRequest, { params: { id } });
const finish = ({ anna }: Family, id: number) => anna.client.call(resolveHelpRequest, { params: { id } });
const confirm = ({ rose }: Family, id: number) => rose.client.call(resolveHelpRequest, { params: { id } });
const reopen = ({ rose }: Family, id: number) => rose.client.call(reopenHelpRequest, { params: { id } });
const markUrgent = ({ rose }: Family, id: number) => rose.client.call(makeUrgent, { params: { id } });

const promise = ({ anna }: Family, id: number) =>
  anna.client.call(promiseHelp, {
    params: { id },
    body: { kind: "CALL_AT", minutes: 90, words: "I'm at work until then" },
  });
const call = ({ anna }: Family, id: number) =>
  anna.client.call(promiseHelp, { params: { id }, body: { kind: "CALLING" } });
const handOn = ({ anna }: Family, id: number) => anna.client.call(handOnHelpRequest, { params: { id } });

/** Rose shows her picture, and Anna marks it. */
async function showAndAnswer({ anna, rose }: Family, id: number) {
  const pictureId = await sendPicture(rose.client, id);
  const marks = [
    { kind: "circle", x: 0.3, y: 0.3, radius: 0.1 },
    { kind: "arrow", x: 0.6, y: 0.6, tailX: 0.8, tailY: 0.8 },
    { kind: "number", x: 0.5, y: 0.2, number: 1 },
  ];
  const body = { words: "Press this one.", pictureId, marks };
  await anna.client.call(addReply, { params: { id }, headers: { "idempotency-key": "a" }, body });
}

const openWithMicrophone = ({ open }: Visit, person: Person): Promise<Page> =>
  open("/", person, { permissions: ["microphone"] });

/** Puts the request into its state at the end of a plan that reached nobody. */
async function giveUp({ database: { kysely }, clock }: TestServer, { rose }: Family, id: number) {
  const receipt = { family_id: rose.familyId, help_request_id: id, state: "UNREACHABLE" as const };
  await kysely.updateTable("help_requests").set({ state: receipt.state }).where("id", "=", id).execute();
  await kysely
    .insertInto("help_request_receipts")
    .values({ ...receipt, at: clock.now() })
    .execute();
}

/** The button disappears after ten seconds unless it has the focus. */
async function holdUndo(page: Page): Promise<Page> {
  await button(page, "Undo").focus();
  return page;
}

const asked = (name: string, words: RegExp, ...answers: Parameters<typeof asking>[1][]): Screen => ({
  name,
  async show(visit) {
    const { rose } = await asking(visit.server, ...answers);
    const page = await home(visit, rose);
    await page.getByRole("main").getByText(words).first().waitFor({ state: "attached" });
    await openDetails(page);
    return page;
  },
});

const scam = (name: string, words: RegExp, verdict?: Verdict): Screen => ({
  name,
  async show(visit) {
    const { anna, rose } = await reyesFamily(visit.server);
    const { id } = await rose.client.call(askForHelp, { body: { phraseId: 901 } });
    if (verdict) await anna.client.call(giveVerdict, { params: { id }, body: { verdict } });
    const page = await home(visit, rose);
    await page.getByText(words).first().waitFor();
    return page;
  },
});

export const requestScreens: readonly Screen[] = [
  asked("home, sent", /Trying to reach your family/),
  asked("home, seen", /has seen it/, see),
  asked("home, helped", /will help/, see, take),
  asked("home, urgent", /You said it's urgent/, markUrgent),
  asked("home, asked whether it is solved", /Does it work now\?/, take, finish),
  asked("home, solved", /^Solved\./, take, finish, confirm),
  asked("home, asked again", /You asked again/, take, finish, reopen),
  asked("home, a call is promised", /Anna will call at/, promise),
  asked("home, handed on", /can't help after all/, promise, handOn),
  {
    name: "home, asked whether Anna has called",
    async show(visit) {
      const { rose } = await asking(visit.server, call);
      visit.server.clock.advance(10 * minuteMs);
      await deliverDue(visit.server.world);
      await deliverDue(visit.server.world);
      const page = await home(visit, rose);
      await button(page, "Not yet").waitFor();
      return page;
    },
  },
  scam("home, a question about a scam", /Wait for your family/),
  scam("home, a scam", /Federal Trade Commission/, "SCAM"),
  scam("home, no scam", /“It's fine”/, "FINE"),
  {
    name: "home of a daughter, a question about a scam",
    async show(visit) {
      const family = await reyesFamily(visit.server);
      await family.rose.client.call(askForHelp, { body: { phraseId: 901 } });
      const page = await home(visit, family.anna);
      await button(page, "It's a scam: don't").click();
      await page.getByText("You said:").waitFor();
      await openDetails(page);
      return page;
    },
  },
  {
    name: "home of a daughter who says when she calls",
    async show(visit) {
      const { anna } = await asking(visit.server, take);
      const page = await home(visit, anna);
      await page.getByText("When can you help?").waitFor();
      await openDetails(page);
      return page;
    },
  },
  {
    name: "home, now asking Ben too",
    async show(visit) {
      const { rose } = await asking(visit.server);
      for (const minutes of [1, 2]) {
        visit.server.clock.advance(minutes * minuteMs);
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
    name: "home, canceled a moment ago",
    async show(visit) {
      const page = await home(visit, (await asking(visit.server)).rose);
      await button(page, "I'm OK now").click();
      return holdUndo(page);
    },
  },
  {
    name: "home, with a picture and its answer",
    async show(visit) {
      const { rose } = await asking(visit.server, showAndAnswer);
      const page = await home(visit, rose);
      await page.getByRole("button", { name: "From Anna" }).waitFor();
      return page;
    },
  },
  {
    name: "a marked picture as large as the screen",
    async show(visit) {
      const { rose } = await asking(visit.server, showAndAnswer);
      const page = await home(visit, rose);
      await page.getByRole("button", { name: "From Anna" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "OK" }).waitFor();
      return page;
    },
  },
  {
    name: "a picture to draw on",
    async show(visit) {
      const { anna } = await asking(visit.server, showAndAnswer);
      const page = await home(visit, anna);
      await page.getByRole("button", { name: "From Rose" }).click();
      await page.getByRole("application").click({ position: { x: 40, y: 40 } });
      return page;
    },
  },
  {
    name: "home, while Rose records her voice",
    async show(visit) {
      const page = await openWithMicrophone(visit, (await asking(visit.server)).rose);
      await openMore(page);
      await button(page, "Record your voice").click();
      await page.getByRole("timer").waitFor();
      return page;
    },
  },
  {
    name: "home, with a voice message, and one that Anna recorded",
    async show(visit) {
      const { anna } = await asking(visit.server, ({ rose }, id) => sendVoiceMessage(rose.client, id));
      const page = await openWithMicrophone(visit, anna);
      await button(page, "Record your voice").click();
      await page
        .getByRole("timer")
        .getByText(/0:0[1-9]/)
        .waitFor();
      await button(page, "Stop").click();
      await button(page, "Again").waitFor();
      await button(page, /^Listen: Voice message from Rose/).waitFor();
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
      const { anna } = await asking(visit.server, markUrgent, take, finish, reopen);
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
];
