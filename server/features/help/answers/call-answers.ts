// Answers by the keys of a phone. A call that we made says whose phone it is, and which requests it is about.

import type { HelpRequest } from "#contract/help/requests.ts";
import { verdictWords } from "#contract/help/verdict-words.ts";
import { Conflict, Gone, NotFound } from "#server/platform/errors.ts";
import {
  type Conversation,
  type SpokenTurn,
  spokenSentence,
} from "#server/platform/messages/conversation.ts";
import type { LinkedMessage } from "#server/platform/messages/message-links.ts";
import type { World } from "#server/platform/world.ts";
import { promise } from "../promises/promises.ts";
import { acknowledge } from "../requests/actions.ts";
import { helpMessage } from "../requests/help-message.ts";
import { giveVerdict } from "../scams/verdicts.ts";
import { type Recipient, recipientAndRequest } from "./answers.ts";

/** A request that the person on the phone is asked about. */
interface Asked {
  readonly recipient: Recipient;
  readonly request: HelpRequest;
}

const says = (words: string): SpokenTurn => ({ words, asksForKey: false });
const asks = (words: string): SpokenTurn => ({ words, asksForKey: true });

const nothingOpen = says("This is Porchlight. Nobody waits for your answer anymore. Thank you.");

/** What is true in place of a question, once a request is taken or over. */
function answered({ recipient, request: { helper, askedBy } }: Asked): string | undefined {
  if (!helper) return undefined;
  if (helper.id === recipient.id) return `You said that you will help ${askedBy.name}. Thank you.`;
  return `${helper.name} is already helping. Thank you.`;
}

const menu =
  "Press 1 to say you'll help, 2 if you can't, 3 to hear it again, 4 to say you'll call in ten minutes.";
const scamMenu = "Press 1 if you're calling now, 2 if it's a scam, 3 if it's fine, 4 to hear it again.";

function questionAbout([first, ...others]: readonly [Asked, ...Asked[]]): string {
  const { askedBy, phrase, scamCheck, isUrgent } = first.request;
  const urgent = isUrgent ? "It is urgent. " : "";
  if (scamCheck)
    return `This is Porchlight. ${askedBy.name} asks: Is this a scam? ${spokenSentence(phrase)} ${scamMenu}`;
  const phrases = [first, ...others].map(({ request }) => spokenSentence(request.phrase)).join(" ");
  const wants = others.length === 0 ? "" : ` with ${others.length + 1} things`;
  return `This is Porchlight. ${urgent}${askedBy.name} asks for help${wants}: ${phrases} ${menu}`;
}

/** Does the same for each request, and says what became of the first. */
async function act(
  asked: readonly [Asked, ...Asked[]],
  change: (asked: Asked) => Promise<string>,
): Promise<SpokenTurn> {
  const results: string[] = [];
  for (const each of asked) {
    try {
      results.push(await change(each));
    } catch (error) {
      if (!(error instanceof Conflict)) throw error;
      results.push(`${error.message} Thank you.`);
    }
  }
  return says(results[0] ?? "");
}

const callInMinutes = 10;

type Change = (world: World, asked: Asked) => Promise<string>;

const help: Change = async (world, { recipient, request }) => {
  const { askedBy } = await acknowledge(world, recipient, request.id);
  return `Thank you. ${askedBy.name} can see that you will help.`;
};

const callLater: Change = async (world, { recipient, request }) => {
  const { askedBy } = await promise(world, recipient, request.id, {
    kind: "CALL_AT",
    minutes: callInMinutes,
  });
  return `Thank you. ${askedBy.name} can see that you will call in ten minutes.`;
};

const cannotHelp: Change = async () => "All right. We keep asking your family. Thank you.";

const judge =
  (verdict: keyof typeof verdictWords): Change =>
  async (world, { recipient, request }) => {
    const { askedBy } = await giveVerdict(world, recipient, request.id, verdict);
    return `Thank you. ${askedBy.name} can read: ${verdictWords[verdict]}.`;
  };

/** What each key does. The others repeat the question. */
const keys: ReadonlyMap<string, Change> = new Map([
  ["1", help],
  ["2", cannotHelp],
  ["4", callLater],
]);
const scamKeys: ReadonlyMap<string, Change> = new Map([
  ["1", judge("CALLING")],
  ["2", judge("SCAM")],
  ["3", judge("FINE")],
]);

/** The open requests of a call, and what is said of those that are over. */
async function lookUp(world: World, messages: readonly LinkedMessage[]) {
  const asked: Asked[] = [];
  const over: string[] = [];
  for (const { message } of messages) {
    try {
      asked.push(await recipientAndRequest(world, message));
    } catch (error) {
      if (error instanceof Gone) over.push(error.message);
      else if (!(error instanceof NotFound)) throw error;
    }
  }
  return { asked, over };
}

/** A key that is pressed or reported twice finds its request answered, and changes nothing. */
export const helpConversation: Conversation = {
  kind: helpMessage.name,
  async turn(world, messages, key) {
    const { asked, over } = await lookUp(world, messages);
    const [first, ...others] = asked.filter((each) => answered(each) === undefined);
    if (!first) {
      const words = asked.flatMap((each) => answered(each) ?? []);
      return words[0] || over[0] ? says(words[0] ?? over[0] ?? "") : nothingOpen;
    }
    const open = [first, ...others] as const;
    const change = key && (first.request.scamCheck ? scamKeys : keys).get(key);
    return change ? await act(open, (each) => change(world, each)) : asks(questionAbout(open));
  },
};
