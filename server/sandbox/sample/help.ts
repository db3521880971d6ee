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
import type { Family, Stage } from "./people.ts";

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
  },
  { on: -15, at: "11:10", words: "Please water my tomatoes.", helper: "maya", after: 2 },
  { on: -13, at: "20:15", words: "Please call me when you can.", after: 4 },
  { on: -8, at: "08:55", words: "My phone is acting strange.", helper: "ben", after: 1 },
  { on: -4, at: "16:20", words: "I got a bill I don't understand.", helper: "anna", after: 11 },
  { on: -2, at: "10:35", words: "I'm out of groceries.", helper: "maya", after: 2 },
];

async function live(
  stage: Stage,
  family: Family,
  { on, at, words, helper, after }: Asked,
  phraseId?: number,
) {
  const { clock } = stage;
  clock.go(on, at);
  const body = phraseId === undefined ? { text: words } : { phraseId };
  const { id } = await family.rose.guest.call(askForHelp, { body });
  const params = { id };
  clock.pass(0.2);
  for (const { guest } of [family.anna, family.ben, family.maya])
    await guest.call(recordReceipt, { params, body: { state: "REACHED" } });
  clock.pass(after - 0.4);
  if (!helper) return void (await family.rose.guest.call(cancelHelpRequest, { params }));
  const { guest } = family[helper];
  await guest.call(recordReceipt, { params, body: { state: "SEEN" } });
  clock.pass(0.2);
  await guest.call(acknowledgeHelpRequest, { params });
  clock.pass(35);
  await guest.call(resolveHelpRequest, { params });
}

export async function askAndHelp(stage: Stage, family: Family): Promise<void> {
  stage.clock.go(-28, "21:30");
  const ids = await phraseIds(family.anna);
  for (const request of asked) await live(stage, family, request, ids.get(request.words));
}
