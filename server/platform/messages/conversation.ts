import { shortened } from "#contract/graphemes.ts";
import type { World } from "#server/platform/world.ts";
import type { LinkedMessage } from "./message-links.ts";

/** What a person hears, and whether we wait for a key. */
export interface SpokenTurn {
  readonly words: string;
  readonly asksForKey: boolean;
}

/** What is said on the phone about the messages of one kind. Its feature owns it, and the assembly lists it. */
export interface Conversation {
  /** The name of the kind. */
  readonly kind: string;
  /** What a person hears who has picked up, or who has pressed this key. The messages were sent as one. */
  turn(
    world: World,
    messages: readonly [LinkedMessage, ...LinkedMessage[]],
    key: string | undefined,
  ): Promise<SpokenTurn>;
}

/** A sentence that is longer tires the listener. */
const maxSpokenLength = 200;

/** What a person has typed, as a sentence that is short enough to listen to. */
export function spokenSentence(typed: string): string {
  const line = shortened(typed.replace(/[\p{Cc}\s]+/gu, " ").trim(), maxSpokenLength);
  return /[.!?…]$/.test(line) ? line : `${line}.`;
}
