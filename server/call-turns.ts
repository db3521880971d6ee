// The turns of all conversations on the phone, each owned by its feature.
import type { CallTurn } from "#server/platform/messages/call-routes.ts";

export const callTurns: readonly CallTurn[] = [];
