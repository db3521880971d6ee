import type { Page } from "playwright-core";
import { minuteMs } from "#contract/durations.ts";
import { addHelpPhrase, hideHelpPhrase, listHelpPhrases } from "#contract/help/phrases.ts";
import { changeEscalationPlan, defaultSteps, type EscalationStep } from "#contract/help/plan.ts";
import { acknowledgeHelpRequest, askForHelp, resolveHelpRequest } from "#contract/help/requests.ts";
import { setWebhook, testWebhook } from "#contract/help/webhook.ts";
import { deliverDue } from "../due-work.ts";
import { type Person, reyesFamily } from "../people.ts";
import { sendPicture } from "../photos.ts";
import { button, heading, link } from "../steps.ts";
import { openDetails, type Screen, type Visit } from "./visit.ts";

async function phrases({ server, open }: Visit): Promise<Page> {
  const page = await open("/help/1", (await reyesFamily(server)).rose);
  await button(page, "My TV isn't working.").waitFor();
  await openDetails(page);
  return page;
}

/** A toast disappears by itself unless it has the focus. */
async function holdToast(page: Page): Promise<Page> {
  await button(page, "Close").waitFor();
  await page.keyboard.press("F8");
  return page;
}

/** The family has its own phrases, one of them wider than a phone, a hidden phrase, and a request that Ben has taken. */
async function helpTab({ server, open }: Visit): Promise<Page> {
  const { anna, ben, rose } = await reyesFamily(server);
  const phrase = "Please water my tomatoes.";
  for (const own of [phrase, `The ${"wash".repeat(11)}er leaks.`])
    await anna.client.call(addHelpPhrase, { body: { categoryId: 1, phrase: own } });
  await anna.client.call(hideHelpPhrase, { params: { id: 107 }, body: { isHidden: true } });
  await rose.client.call(askForHelp, { body: { text: "My cat is up a tree." } });
  const { id } = await rose.client.call(askForHelp, { body: { phraseId: 101 } });
  await ben.client.call(acknowledgeHelpRequest, { params: { id } });
  const page = await open("/admin/help", anna);
  await button(page, `Edit ${phrase}`).waitFor();
  await page.getByText("Ben, within a minute").waitFor();
  return page;
}

/** Opens the link in Ben's text, three minutes after Rose asked. */
async function answerFromText({ server, open }: Visit, phraseId = 101): Promise<Page> {
  const { ben, rose } = await reyesFamily(server);
  await rose.client.call(askForHelp, { body: { phraseId } });
  server.clock.advance(3 * minuteMs);
  await deliverDue(server.world);
  const { text = "" } = server.outbox.findLast(({ to }) => to === ben.phoneNumber) ?? {};
  return open(text.match(/\/help\/answer\?to=[\w-]+/)?.[0] ?? "/");
}

const choosePlan = ({ client }: Person, steps: readonly EscalationStep[]) =>
  client.call(changeEscalationPlan, {
    body: { steps, firstContactId: null, quietHours: { from: "22:00", until: "07:00" } },
  });

/** Opens the family's own plan as somebody who may change it. */
async function ownPlan({ server, open }: Visit, steps: readonly EscalationStep[] = defaultSteps) {
  const { anna } = await reyesFamily(server);
  await choosePlan(anna, steps);
  const page = await open("/admin/plan", anna);
  await page.getByText("This is your family's own plan.").waitFor();
  return { page, anna };
}

/** Opens the plan for editing, with one step expanded. */
async function openedLine(visit: Visit) {
  const { page, anna } = await ownPlan(visit);
  await button(page, "Edit the plan").click();
  await button(page, /^Edit After 10 minutes/).click();
  await button(page, "Close this step").waitFor();
  return { page, anna };
}

export const helpScreens: readonly Screen[] = [
  {
    name: "a request in a text message",
    async show(visit) {
      const page = await answerFromText(visit);
      await heading(page, "Rose needs help").waitFor();
      return page;
    },
  },
  {
    name: "a request taken from a text message",
    async show(visit) {
      const page = await answerFromText(visit);
      await button(page, "I'll help").click();
      await heading(page, "You are helping Rose").waitFor();
      return page;
    },
  },
  {
    name: "a question about a scam in a text message",
    async show(visit) {
      const page = await answerFromText(visit, 902);
      await button(page, "It's a scam: don't").waitFor();
      return page;
    },
  },
  {
    name: "phrases, is this a scam",
    async show({ server, open }) {
      const page = await open("/help/9", (await reyesFamily(server)).rose);
      await button(page, "I got a letter that I don't trust.").waitFor();
      return page;
    },
  },
  {
    name: "a link in a message that we didn't send",
    async show({ open }) {
      const page = await open("/help/answer?to=nothing");
      await heading(page, /We don't recognize this link/).waitFor();
      return page;
    },
  },
  {
    name: "help",
    async show({ server, open }) {
      const page = await open("/help", (await reyesFamily(server)).rose);
      await link(page, "Other Help").waitFor();
      return page;
    },
  },
  {
    name: "help, signed out",
    async show({ open }) {
      const page = await open("/help");
      await link(page, "Other Help").waitFor();
      return page;
    },
  },
  { name: "phrases, with “Something else” open", show: phrases },
  {
    name: "phrases, with nothing written in “Something else”",
    async show(visit) {
      const page = await phrases(visit);
      await button(page, "Ask my family").click();
      await page.getByText("Please say what you need").waitFor();
      return page;
    },
  },
  {
    name: "phrases, all of them hidden",
    async show({ server, open }) {
      const { anna, rose } = await reyesFamily(server);
      const all = await anna.client.call(listHelpPhrases, { params: { id: 1 } });
      const body = { isHidden: true };
      for (const { id } of all) await anna.client.call(hideHelpPhrase, { params: { id }, body });
      const page = await open("/help/1", rose);
      await page.getByText("No help phrases found for this category.").waitFor();
      return page;
    },
  },
  {
    name: "earlier requests",
    async show({ server, open }) {
      const { anna, rose } = await reyesFamily(server);
      await rose.client.call(askForHelp, { body: { text: "My cat is up a tree." } });
      const { id } = await rose.client.call(askForHelp, { body: { phraseId: 101 } });
      await sendPicture(rose.client, id);
      await anna.client.call(resolveHelpRequest, { params: { id } });
      const page = await open("/help/earlier", rose);
      await page.getByText("Pictures and messages").waitFor();
      await openDetails(page);
      await page.getByRole("button", { name: "From you" }).waitFor();
      return page;
    },
  },
  { name: "admin, help", show: helpTab },
  {
    name: "admin, help, with an empty phrase",
    async show(visit) {
      const page = await helpTab(visit);
      await button(page, "Edit Please water my tomatoes.").click();
      await page.getByLabel("Your line").fill("");
      await button(page, "Save this line").click();
      await page.getByText("Please write a phrase").waitFor();
      return page;
    },
  },
  {
    name: "admin, help, a plan that reaches nobody now",
    async show(visit) {
      const { page } = await ownPlan(visit, [
        { after: 600, target: "everyone", channels: ["push", "email"] },
      ]);
      await page.getByText("This plan wouldn't reach anyone right now.").waitFor();
      return page;
    },
  },
  {
    name: "admin, help, a program that is told",
    async show({ server, open }) {
      const { anna } = await reyesFamily(server);
      await anna.client.call(setWebhook, { body: { url: "https://home.example/hook" } });
      await anna.client.call(testWebhook);
      const page = await open("/admin/plan", anna);
      await heading(page, "Tell a program, too").click();
      await page.getByText("On its way...").waitFor();
      return page;
    },
  },
  { name: "admin, help, a step of the plan", show: async (visit) => (await openedLine(visit)).page },
  {
    name: "admin, help, a plan with errors, changed by another admin in the meantime",
    async show(visit) {
      const { page, anna } = await openedLine(visit);
      for (const way of ["Text message", "E-mail"]) await page.getByLabel(way).uncheck();
      await page.getByLabel("Until").fill("22:00");
      await button(page, "Save the plan").click();
      await page.getByText("Two things need your attention").waitFor();
      await choosePlan(anna, defaultSteps.slice(1));
      await page.getByText("Someone just changed the plan.").waitFor();
      return page;
    },
  },
  {
    name: "a toast",
    async show(visit) {
      const page = await phrases(visit);
      await button(page, "My TV isn't working.").click();
      await page.getByText("Help Request Sent", { exact: true }).waitFor();
      await holdToast(page);
      await heading(page, "Today's Events").waitFor();
      return page;
    },
  },
  {
    name: "a toast about a failure",
    async show({ open }) {
      const page = await open("/admin-login");
      await page.getByLabel("Username").fill("Nobody");
      await page.getByLabel("Password").fill("nothing here");
      await button(page, "Login").click();
      return holdToast(page);
    },
  },
];
