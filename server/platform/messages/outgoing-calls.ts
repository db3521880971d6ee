// The calls that we make: a person picks up, hears what it is about, and answers by a key.
import { NotFound } from "#server/platform/errors.ts";
import type { World } from "#server/platform/world.ts";
import { callChannel } from "./call/channel.ts";
import type { CallInstruction } from "./call/instructions.ts";
import { answerPathOf, endPathOf, keysPathOf } from "./call/paths.ts";
import type { CallTurn } from "./call-routes.ts";
import type { Conversation, SpokenTurn } from "./conversation.ts";
import { type LinkedMessage, messagesBehind } from "./message-links.ts";
import { findOnceSent, recordArrival, recordFailure } from "./receipts.ts";

const secondsForKey = 8;

/** The messages of a call that we made. Tokens on other channels belong to their recipients. */
async function messagesOf(world: World, token: string): Promise<[LinkedMessage, ...LinkedMessage[]]> {
  const [first, ...others] = await messagesBehind(world, "receipt", token);
  if (first?.message.channel !== callChannel.name) throw new NotFound("We don't know this call.");
  return [first, ...others];
}

const goodbye: readonly CallInstruction[] = [{ do: "say", words: "Goodbye." }, { do: "hang-up" }];

/** A question is repeated once for a person who did not find the keys. */
function instructionsFor({ words, asksForKey }: SpokenTurn, token: string): readonly CallInstruction[] {
  const say = { do: "say", words } as const;
  if (!asksForKey) return [say, ...goodbye];
  const ask = {
    do: "ask-keys",
    sounds: [say],
    count: 1,
    seconds: secondsForKey,
    next: keysPathOf(token),
  } as const;
  return [ask, ask, ...goodbye];
}

/** A number can have changed hands since the call was placed. Then nothing is read out. */
const isWrongNumber = ([first]: readonly [LinkedMessage, ...LinkedMessage[]]): boolean =>
  first.address === undefined;

/** The turns of calls about messages of these kinds. */
export function outgoingCalls(conversations: readonly Conversation[]): CallTurn[] {
  const turn = async (world: World, token: string, key: string | undefined) => {
    const messages = await messagesOf(world, token);
    const conversation = conversations.find(({ kind }) => kind === messages[0].message.kind);
    if (!conversation || isWrongNumber(messages)) return goodbye;
    // A person may have picked up without listening. A key shows that somebody has heard it.
    if (key !== undefined) for (const message of messages) await recordArrival(world, message);
    return instructionsFor(await conversation.turn(world, messages, key), token);
  };
  return [
    {
      path: answerPathOf(":token"),
      answer: async (world, { status }, token) =>
        status === "machine" ? [{ do: "hang-up" }] : turn(world, token, undefined),
    },
    { path: keysPathOf(":token"), answer: (world, { keys }, token) => turn(world, token, keys) },
    {
      path: endPathOf(":token"),
      async answer(world, { callId, refusal }, token) {
        const messages = await findOnceSent(world, () => messagesOf(world, token));
        // A late report about an earlier call says nothing about this one.
        const ended = messages.filter(({ message }) => message.provider_id === callId);
        await recordFailure(world, ended, refusal);
        return [];
      },
    },
  ];
}
