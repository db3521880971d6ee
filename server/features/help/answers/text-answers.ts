// Answers that people text back. The phone number says who they are.

import type { HelpRequest } from "#contract/help/requests.ts";
import { verdictWords } from "#contract/help/verdict-words.ts";
import { Conflict } from "#server/platform/errors.ts";
import { proveContactMethod } from "#server/platform/messages/contact-methods.ts";
import { smsChannel } from "#server/platform/messages/sms/channel.ts";
import { hasStopped } from "#server/platform/messages/sms/keywords.ts";
import type { World } from "#server/platform/world.ts";
import { promise } from "../promises/promises.ts";
import { acknowledge } from "../requests/actions.ts";
import { giveVerdict } from "../scams/verdicts.ts";
import { readAnswer, type TextedAnswer } from "./answer-words.ts";
import { findPersonByNumber, findTextedRequests } from "./queries.ts";

type Texted = Awaited<ReturnType<typeof findTextedRequests>>[number];

const nothingOpen = "Nobody is waiting for your answer right now. Open Porchlight to see how things stand.";
const howTo =
  "This is Porchlight. Reply 1 to say that you will help, or “1 at 5” or “1 10 min” to say when you'll call. " +
  "For anything else, please open the app or call.";
const howToJudge =
  "This is Porchlight. Reply 1 if you're calling, 2 if it's a scam, 3 if it's fine. " +
  "For anything else, please open the app or call.";
const unclearTime = "We didn't understand the time. Please reply like “1 at 5:30 pm” or “1 10 min”.";

/** "5:00 PM EST": the zone is the family's, and the helper may be in another one. */
const timeIn = (timeZone: string, at: string): string =>
  new Date(at).toLocaleTimeString("en-US", {
    timeZone,
    hour: "numeric",
    minute: "2-digit",
    timeZoneName: "short",
  });

function said({ promise: made }: HelpRequest, timeZone: string): string {
  if (made?.kind === "CALLING") return "you are calling now";
  if (made?.kind === "COMING") return "you are on the way";
  return made?.dueAt ? `you will call at ${timeIn(timeZone, made.dueAt)}` : "you will help";
}

async function act(world: World, texted: Texted, answer: TextedAnswer): Promise<string> {
  const { requestId, timeZone, isScamCheck } = texted;
  if (answer.kind === "unclear") return isScamCheck ? howToJudge : unclearTime;
  // "1" in answer to "Is this a scam?" means that the helper is calling.
  const verdict =
    answer.kind === "verdict" ? answer.verdict : isScamCheck && answer.kind === "help" && "CALLING";
  if (verdict) {
    const { askedBy, phrase } = await giveVerdict(world, texted, requestId, verdict);
    return `Thank you. ${askedBy.name} can read “${verdictWords[verdict]}” about “${phrase}”`;
  }
  const request =
    answer.kind === "promise"
      ? await promise(world, texted, requestId, answer.promise)
      : await acknowledge(world, texted, requestId);
  return `Thank you. ${request.askedBy.name} can see that ${said(request, timeZone)}: “${request.phrase}”`;
}

/**
 * Finds the request that an answer is about. If none fits, it is the newest one, and the sender is told who is
 * helping there.
 */
function subjectOf(requests: readonly Texted[], { kind }: TextedAnswer): Texted | undefined {
  if (kind === "verdict") return requests.find(({ isScamCheck }) => isScamCheck);
  const isMeant = ({ isTaken, awaitsTime }: Texted) => !isTaken || (kind === "promise" && awaitsTime);
  return requests.find(isMeant) ?? requests[0];
}

/** A text that a person sends back shows that ours arrive, unless they have asked for none. */
async function proveTexts(world: World, from: string): Promise<void> {
  if (await hasStopped(world, from)) return;
  const { database, clock } = world;
  await database.kysely.transaction().execute(async (trx) => {
    const sender = await findPersonByNumber(trx, from);
    if (sender) await proveContactMethod(trx, { ...sender, channel: smsChannel.name }, clock.now());
  });
}

/** Acts on a text that somebody sent back, and returns the reply to it. */
export async function answerByText(world: World, from: string, words: string): Promise<string> {
  await proveTexts(world, from);
  const requests = await findTextedRequests(world.database.reads, from);
  const now = world.clock.now().toTemporalInstant();
  const answer = readAnswer(words, now.toZonedDateTimeISO("UTC"));
  if (!answer) return requests[0]?.isScamCheck ? howToJudge : howTo;
  const texted = subjectOf(requests, answer);
  if (!texted) return answer.kind === "verdict" ? howTo : nothingOpen;
  // A time is read in the zone of the request that it is about. The kind of an answer is the same in every zone.
  const meant = readAnswer(words, now.toZonedDateTimeISO(texted.timeZone), texted.isScamCheck);
  if (!meant) return howToJudge;
  try {
    return await act(world, texted, meant);
  } catch (error) {
    if (error instanceof Conflict) return `${error.message} Thank you.`;
    throw error;
  }
}
