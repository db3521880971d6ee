// Rose's requests in the last month, and who answered them.
import {
  addHelpPhrase,
  hideHelpPhrase,
  listFamilyPhrases,
  orderHelpPhrases,
} from "#contract/help/phrases.ts";
import {
  acknowledgeHelpRequest,
  askForHelp,
  cancelHelpRequest,
  recordReceipt,
  resolveHelpRequest,
} from "#contract/help/requests.ts";
import { helpSteps } from "#server/features/help/requests/delivery/steps.ts";
import { finishThenStart } from "#server/platform/jobs/queue.ts";
import { urgentMessages } from "#server/platform/messages/dispatch.ts";
import type { Family, Relative, Stage } from "./people.ts";

const own = [
  { categoryId: 2, phrase: "Please water my tomatoes." },
  { categoryId: 2, phrase: "I'd like my windows cleaned." },
  { categoryId: 3, phrase: "I need a ride to water aerobics." },
];
/** A phrase that the family hides, because nobody has a printer. */
const hiddenId = 107;

/** The phrases on the screen by their words. The family's tomatoes come first. */
async function phraseIds({ guest }: Family["anna"]): Promise<Map<string, number>> {
  for (const body of own) await guest.call(addHelpPhrase, { body });
  await guest.call(hideHelpPhrase, { params: { id: hiddenId }, body: { isHidden: true } });
  const categories = await guest.call(listFamilyPhrases);
  const atHome = categories.find(({ id }) => id === 2)?.phrases ?? [];
  const isTomatoes = ({ phrase }: { phrase: string }) => phrase === own[0]?.phrase;
  const inOrder = [...atHome.filter(isTomatoes), ...atHome.filter((phrase) => !isTomatoes(phrase))];
  const body = { phraseIds: inOrder.map(({ id }) => id) };
  await guest.call(orderHelpPhrases, { params: { id: 2 }, body });
  return new Map(categories.flatMap(({ phrases }) => phrases).map(({ id, phrase }) => [phrase, id]));
}

interface Asked {
  on: number;
  at: string;
  words: string;
  /** Undefined if she canceled the request. */
  helper?: "anna" | "ben" | "maya";
  /** Minutes until somebody said "I'll help", or until she canceled it. */
  after: number;
  /** Whether the helper's phone showed the request only when they opened it. */
  isAway?: true;
}

const asked: Asked[] = [
  { on: -27, at: "09:40", words: "My TV isn't working.", helper: "ben", after: 3 },
  { on: -23, at: "14:05", words: "I need a ride to the doctor.", helper: "anna", after: 2 },
  {
    on: -19,
    at: "18:30",
    words: "Walter's hearing aid needs new batteries.",
    helper: "maya",
    after: 6,
    isAway: true,
  },
  { on: -15, at: "11:10", words: "Please water my tomatoes.", helper: "maya", after: 2 },
  { on: -13, at: "20:15", words: "Please call me when you can.", after: 4 },
  { on: -8, at: "08:55", words: "My phone is acting strange.", helper: "ben", after: 1 },
  {
    on: -4,
    at: "16:20",
    words: "I got a bill I don't understand.",
    helper: "anna",
    after: 11,
    isAway: true,
  },
  { on: -2, at: "10:35", words: "I'm out of groceries.", helper: "maya", after: 2 },
];

/** The steps of the plan, and the messages about requests. */
export const helpQueue = finishThenStart(urgentMessages.name, helpSteps, [urgentMessages]);

/** Lets this time pass, and takes on the way what is due at its own time. */
async function pass({ clock, world }: Stage, minutes: number): Promise<void> {
  const end = clock.in(minutes);
  for (;;) {
    const due = await helpQueue.nextDue(world);
    if (!due || due >= end) break;
    clock.reach(due);
    await (await helpQueue.startDue(world)).finished;
  }
  clock.reach(end);
}

const helpers = ["anna", "ben", "maya"] as const;
/** Minutes until the next phone shows a request. */
const untilReached = 0.1;
/** Minutes from reading a request to answering it. */
const untilAnswered = 0.3;

async function live(
  stage: Stage,
  family: Family,
  { on, at, words, helper, after, isAway }: Asked,
  phraseId?: number,
) {
  stage.clock.go(on, at);
  const body = phraseId === undefined ? { text: words } : { phraseId };
  const { id } = await family.rose.guest.call(askForHelp, { body });
  const params = { id };
  const reached = helpers.filter((name) => !isAway || name !== helper);
  for (const name of reached) {
    await pass(stage, untilReached);
    await family[name].guest.call(recordReceipt, { params, body: { state: "REACHED" } });
  }
  await pass(stage, after - untilAnswered - reached.length * untilReached);
  if (helper) {
    await help(stage, family[helper], id);
  } else {
    await pass(stage, untilAnswered);
    await family.rose.guest.call(cancelHelpRequest, { params });
  }
  // The people who were asked learn how it ended.
  await pass(stage, 1);
}

async function help(stage: Stage, { guest }: Relative, id: number): Promise<void> {
  const params = { id };
  await guest.call(recordReceipt, { params, body: { state: "SEEN" } });
  await pass(stage, untilAnswered);
  await guest.call(acknowledgeHelpRequest, { params });
  await pass(stage, 35);
  await guest.call(resolveHelpRequest, { params });
}

export async function askAndHelp(stage: Stage, family: Family): Promise<void> {
  stage.clock.go(-28, "21:30");
  const ids = await phraseIds(family.anna);
  for (const request of asked) await live(stage, family, request, ids.get(request.words));
}
