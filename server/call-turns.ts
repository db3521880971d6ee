// The turns of all conversations on the phone, each owned by its feature.
import { helpConversation } from "#server/features/help/answers/call-answers.ts";
import { callBackConversation } from "#server/features/help/call-backs/call-back-kind.ts";
import { phoneDoorTurns } from "#server/features/phone-doors/call-turns.ts";
import { testConversation } from "#server/features/reachability/testing/test-conversation.ts";
import type { CallTurn } from "#server/platform/messages/call-routes.ts";
import { outgoingCalls } from "#server/platform/messages/outgoing-calls.ts";

export const callTurns: readonly CallTurn[] = [
  ...outgoingCalls([helpConversation, callBackConversation, testConversation]),
  ...phoneDoorTurns,
];
