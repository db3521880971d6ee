import type { Conversation } from "#server/platform/messages/conversation.ts";
import { testKind } from "./test-kind.ts";

/** The key itself is recorded as the proof that calls reach this person. */
export const testConversation: Conversation = {
  kind: testKind.name,
  turn: async (_world, _messages, key) =>
    key === "1"
      ? { words: "Thank you. Now we know that calls reach you.", asksForKey: false }
      : {
          words: "This is Porchlight with a test. Nobody needs help now. Press 1 if you can hear this.",
          asksForKey: true,
        },
};
