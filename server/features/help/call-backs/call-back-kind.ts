// The call to somebody who has asked on the phone: who helps, and whether it works now.
import type { HelpRequest } from "#contract/help/requests.ts";
import { findFamilySettings } from "#server/features/families/queries.ts";
import { NotFound } from "#server/platform/errors.ts";
import type { Conversation, SpokenTurn } from "#server/platform/messages/conversation.ts";
import type { Message, MessageKind } from "#server/platform/messages/message-kind.ts";
import type { World } from "#server/platform/world.ts";
import { resolve } from "../requests/actions.ts";
import { callBackMessage } from "../requests/call-back-message.ts";
import { reservePaid } from "../requests/delivery/help-kind.ts";
import { type Actor, isClosed, requestOf } from "../requests/requests.ts";
import { spokenState } from "./spoken-state.ts";

/** The person who asked. Only their own request is ever looked up. */
const askerOf = ({ family_id, person_id }: Message): Actor => ({
  familyId: Number(family_id),
  id: Number(person_id),
  role: "grandparent",
});

/** Returns nothing if the request is gone, or its sender has left. */
async function requestBehind({ database }: World, message: Message): Promise<HelpRequest | undefined> {
  try {
    return await requestOf(database, askerOf(message), Number(message.subject_id));
  } catch (error) {
    if (error instanceof NotFound) return undefined;
    throw error;
  }
}

/** A helper who is calling at this moment must not find the line busy. */
const isWanted = (request: HelpRequest | undefined): boolean =>
  request?.state === "ACKNOWLEDGED" && request.promise?.kind !== "CALLING";

const says = (words: string): SpokenTurn => ({ words, asksForKey: false });

async function stateWords(
  { database, clock }: World,
  message: Message,
  request: HelpRequest,
): Promise<string> {
  const { name, time_zone } = await findFamilySettings(database.reads, Number(message.family_id));
  return spokenState(request, { familyName: name, timeZone: time_zone, now: clock.now() });
}

const question = "Does it work now? If it does, press 1. If not, press 2. To hear this again, press 3.";

export const callBackConversation: Conversation = {
  kind: callBackMessage.name,
  async turn(world, [{ message }], key) {
    const request = await requestBehind(world, message);
    if (!request) return says("This is Porchlight.");
    if (key === "1") {
      await resolve(world, askerOf(message), request.id);
      return says("Good. Your family can see that it works.");
    }
    const words = await stateWords(world, message, request);
    if (isClosed(request) || key === "2") return says(words);
    return { words: `This is Porchlight. ${words} ${question}`, asksForKey: true };
  },
};

export const callBackKind: MessageKind = {
  ...callBackMessage,
  notAgain: "The moment that it was about is over.",
  async prepare(world, messages) {
    const found = await Promise.all(
      messages.map(async (message) => ({ message, request: await requestBehind(world, message) })),
    );
    const parcels = found
      .filter(({ request }) => isWanted(request))
      .map(({ message, request }) => ({
        messages: [message] as const,
        content: async () => ({
          title: "Porchlight calls you back",
          text: request ? await stateWords(world, message, request) : "",
          path: "/",
        }),
      }));
    return { parcels };
  },
  reserve: reservePaid,
  isWorthRepeating: async (world, message) => isWanted(await requestBehind(world, message)),
};
